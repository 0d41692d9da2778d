package subjects.language;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program that looks at itself. */
public class Mirrors {
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String value() default "unmarked";

    int[] numbers() default {1, 2};
  }

  @Marked("subject")
  static class Subject implements Cloneable, Comparable<Subject> {
    private int number = 4;
    protected volatile String text;
    static double shared = 2.5;
    final List<String> names = List.of("n");

    Subject() {}

    private Subject(int number, String... texts) {
      this.number = number;
      this.text = String.join("-", texts);
    }

    @Marked(numbers = {})
    private synchronized String secret(long factor) {
      if (factor < 0) {
        throw new IllegalArgumentException("factor");
      }
      return text + number * factor;
    }

    @Override
    public int compareTo(Subject other) {
      return Integer.compare(number, other.number);
    }
  }

  record Point(int x, @Marked long y) {}

  private static String visible(Member[] members) {
    return Stream.of(members)
        .filter(each -> !each.isSynthetic())
        .sorted(Comparator.comparing(Member::getName).thenComparing(Member::toString))
        .map(each -> Modifier.toString(each.getModifiers() & Modifier.PRIVATE) + each.getName())
        .collect(Collectors.joining(","));
  }

  public static String run() throws Exception {
    StringBuilder text = new StringBuilder();
    Class<?> type = Class.forName("subjects.language.Mirrors$Subject");
    text.append(visible(type.getDeclaredFields())).append(visible(type.getDeclaredMethods()));
    text.append(type.getAnnotation(Marked.class).value());
    Subject subject =
        (Subject)
            type.getDeclaredConstructor(int.class, String[].class)
                .newInstance(3, new String[] {"a", "b"});
    Field number = type.getDeclaredField("number");
    number.setAccessible(true);
    number.setInt(subject, number.getInt(subject) + 1);
    type.getDeclaredField("shared").set(null, 7.5);
    var secret = type.getDeclaredMethod("secret", long.class);
    secret.setAccessible(true);
    text.append(secret.invoke(subject, 5L)).append(Subject.shared);
    text.append(secret.getAnnotation(Marked.class).numbers().length);
    try {
      secret.invoke(subject, -1L);
    } catch (InvocationTargetException e) {
      text.append(e.getCause().getMessage());
    }
    Object array = Array.newInstance(type, 2);
    Array.set(array, 1, subject);
    text.append(((Subject[]) array)[1].text).append(array.getClass().getSimpleName());
    text.append(Arrays.toString(Point.class.getRecordComponents())).append(new Point(1, 2));
    Comparable<?> proxy =
        (Comparable<?>)
            Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {Comparable.class},
                (self, method, arguments) -> subject.number + arguments.length);
    @SuppressWarnings("unchecked")
    Comparable<Object> compared = (Comparable<Object>) proxy;
    text.append(compared.compareTo("x"));
    StackTraceElement here = new Throwable().getStackTrace()[0];
    return text.append(here.getMethodName()).append(here.getLineNumber()).toString();
  }
}
