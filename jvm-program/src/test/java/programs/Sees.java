package programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** Says what a program sees of the world. */
public final class Sees {
  private static int calls;

  private Sees() {}

  public static boolean canLoad(String className) {
    try {
      Class.forName(className, false, Sees.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  public static String resource(String name) throws IOException {
    try (InputStream in = Sees.class.getResourceAsStream(name)) {
      return in == null ? "none" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static int resources(String name) throws IOException {
    return Collections.list(Sees.class.getClassLoader().getResources(name)).size();
  }

  public static int calls() {
    return ++calls;
  }

  public static boolean asserts() {
    boolean asserts = false;
    assert asserts = true;
    return asserts;
  }
}
