package programs;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks at itself by reflection. */
public final class Members {
  /** With what Clew changes: static fields that are final, and synchronized methods. */
  @SuppressWarnings("serial") // that is what it is here for
  public static class Bean implements Serializable, Runnable {
    public static final List<String> WORDS = List.of("a");
    public int value = 3;
    private int guarded;

    public synchronized void add() {
      guarded++;
    }

    public int sum() {
      return value + guarded;
    }

    @Override
    public void run() {
      add();
    }
  }

  enum Number {
    ONE,
    TWO
  }

  static class Plain implements Runnable {
    @Override
    public void run() {}
  }

  private Members() {}

  public static List<String> run() throws ReflectiveOperationException {
    List<String> seen = new ArrayList<>();
    Function<Class<?>, Field[]> publicFields = Class::getFields;
    seen.add("fields: " + names(publicFields.apply(Bean.class)));
    seen.add("declared fields: " + names(Bean.class.getDeclaredFields()));
    seen.add("declared methods: " + names(own(Bean.class.getDeclaredMethods())));
    seen.add("methods: " + names(own(Bean.class.getMethods())));
    seen.add("interfaces: " + Arrays.toString(Bean.class.getInterfaces()));
    seen.add("generic: " + Arrays.toString(Bean.class.getGenericInterfaces()));
    seen.add("annotated: " + Bean.class.getAnnotatedInterfaces().length);
    seen.add("constants: " + names(Number.class.getDeclaredFields()));
    seen.add(
        missing(() -> Bean.class.getField("$clew$shadow"))
            + missing(() -> Bean.class.getDeclaredField("serialVersionUID"))
            + missing(() -> Bean.class.getDeclaredMethod("$clew$init")));
    seen.add(Bean.class.getField("WORDS").toString());
    seen.add(written(Bean.class.getDeclaredField("WORDS")));
    seen.add(Modifier.toString(Bean.class.getMethod("add").getModifiers()));
    Runnable plain = new Plain();
    Object proxy =
        Proxy.newProxyInstance(
            Members.class.getClassLoader(),
            plain.getClass().getInterfaces(),
            (self, method, arguments) -> null);
    seen.add("proxy of " + Arrays.toString(proxy.getClass().getInterfaces()));
    return seen;
  }

  private static Method[] own(Method[] all) {
    return Arrays.stream(all)
        .filter(each -> each.getDeclaringClass() == Bean.class && !each.getName().equals("run"))
        .sorted(Comparator.comparing(Method::getName))
        .toArray(Method[]::new);
  }

  private static String names(Member[] members) {
    return Arrays.stream(members)
        .map(
            each ->
                Modifier.toString(each.getModifiers() & ~(Modifier.TRANSIENT | Modifier.VOLATILE))
                    + " "
                    + each.getName())
        .collect(Collectors.joining(", "));
  }

  private interface Question {
    Object ask() throws ReflectiveOperationException;
  }

  private static String missing(Question question) throws ReflectiveOperationException {
    try {
      return question.ask() + " ";
    } catch (NoSuchFieldException e) {
      return "no field " + e.getMessage() + ", ";
    } catch (NoSuchMethodException e) {
      return "no method " + e.getMessage().replaceAll(".*\\.|\\(.*", "");
    }
  }

  private static String written(Field field) {
    field.setAccessible(true);
    try {
      field.set(null, List.of());
      return "written";
    } catch (IllegalAccessException e) {
      return "cannot be written";
    }
  }
}
