package subjects.initialisation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.function.IntSupplier;

/** Methods and constructors that are called by reflection. */
public final class Reflected {

  static class Made {
    static int count;

    static {
      Log.add("Made");
    }

    Made() {
      count++;
    }

    static int count() {
      return count;
    }
  }

  interface Named {
    String DEFAULT = "name" + Log.add("Named");

    static String name() {
      return DEFAULT;
    }
  }

  static class Fields {
    private static boolean z = Log.add("Fields") > 0;
    private static byte b = 1;
    static char c = 'c';
    static short s = 2;
    static int i = 3;
    static long j = 4;
    static float f = 5;
    static double d = 6;
    static String text = "text";
    int own = 7;
    long wide = 8;

    static String state() throws ReflectiveOperationException {
      String state = "";
      for (String name : new String[] {"z", "b", "c", "s", "i", "j", "f", "d", "text"}) {
        state += Fields.class.getDeclaredField(name).get(null) + ",";
      }
      return state;
    }
  }

  static class Written {
    static int value = Log.add("Written");
  }

  static class ByName {
    static int value = Log.add("ByName");
  }

  private Reflected() {}

  private static Field field(String name) throws NoSuchFieldException {
    return Fields.class.getDeclaredField(name);
  }

  private static String fields() throws ReflectiveOperationException {
    Log.add("read " + field("i").getInt(null) + field("j").getLong(null));
    field("c").setChar(null, 'd');
    field("s").setShort(null, (short) 20);
    field("i").setInt(null, field("s").getShort(null) + 10);
    field("j").setLong(null, 40L);
    field("f").setFloat(null, field("f").getFloat(null) * 2);
    field("d").setDouble(null, field("d").getDouble(null) * 2);
    field("text").set(null, "new" + field("c").getChar(null));
    Fields fields = new Fields();
    field("own").setInt(fields, 70);
    field("wide").setLong(fields, 80);
    try {
      field("b").setByte(null, (byte) 1);
    } catch (IllegalAccessException e) {
      Log.add("not accessible");
    }
    return fields.own + " " + fields.wide + " " + field("own").get(fields) + Fields.state();
  }

  private static String byName() throws ReflectiveOperationException {
    ClassLoader loader = Reflected.class.getClassLoader();
    String name = Reflected.class.getName() + "$ByName";
    Class.forName(name, false, loader);
    Log.add("found");
    Class.forName(name, true, loader);
    Log.add("initialised");
    Written.class.getDeclaredField("value").setInt(null, 5);
    Log.add("" + Written.value);
    MethodHandles.lookup().ensureInitialized(Ensured.class);
    Class.forName("[L" + name + ";");
    Log.add("" + Class.forName("subjects.initialisation.Reflected$Last").getSimpleName());
    return "" + Named.class.getField("DEFAULT").get(null);
  }

  static class Ensured {
    static int value = Log.add("Ensured");
  }

  static class Last {
    static int value = Log.add("Last");
  }

  public static String run() throws Exception {
    Log.add("begin");
    Log.add(byName());
    Log.add(fields());
    Made.class.getDeclaredConstructor().newInstance();
    Log.add("" + Made.class.getDeclaredMethod("count").invoke(null));
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Log.add("" + lookup.findStatic(Made.class, "count", MethodType.methodType(int.class)));
    Log.add("" + Named.class.getMethod("name").invoke(null));
    IntSupplier supplier =
        (IntSupplier)
            Proxy.newProxyInstance(
                Reflected.class.getClassLoader(),
                new Class<?>[] {IntSupplier.class},
                (self, method, arguments) -> Made.count());
    Log.add("" + supplier.getAsInt());
    return Log.text();
  }
}
