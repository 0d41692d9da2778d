package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drivers of data bases are found as on the JVM, in each execution of each program: the JDK looks
 * for them once.
 */
class DriversTest {
  private static final String DRIVER =
      """
      import java.lang.reflect.Proxy;
      import java.sql.*;
      import java.util.Properties;
      import java.util.logging.Logger;
      public class OwnDriver implements Driver {
        static int made;
        static {
          try {
            DriverManager.registerDriver(new OwnDriver());
          } catch (SQLException e) {
            throw new Error(e);
          }
        }
        public OwnDriver() { made++; }
        public Connection connect(String url, Properties properties) {
          return !acceptsURL(url) ? null : (Connection) Proxy.newProxyInstance(
              OwnDriver.class.getClassLoader(), new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null);
        }
        public boolean acceptsURL(String url) { return url.startsWith("jdbc:own:"); }
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
          return new DriverPropertyInfo[0];
        }
        public int getMajorVersion() { return 1; }
        public int getMinorVersion() { return made; }
        public boolean jdbcCompliant() { return false; }
        public Logger getParentLogger() { return null; }
      }
      """;

  private static final String PROGRAM =
      """
      import java.sql.*;
      import java.util.concurrent.CompletableFuture;
      public class Main {
        static final Object lock = new Object();
        static int connected;
        static void connect() {
          try (Connection connection = DriverManager.getConnection("jdbc:own:test")) {
            synchronized (lock) { connected++; }
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        }
        public static void main(String[] args) throws Exception {
          %s
          synchronized (lock) { assert connected == 2; }
          long drivers =
              DriverManager.drivers().filter(each -> each instanceof OwnDriver).count();
          if (drivers != 1) throw new AssertionError("drivers: " + drivers);
          if (OwnDriver.made != 2) throw new AssertionError("made " + OwnDriver.made);
        }
      }
      """;

  @TempDir Path directory;

  @BeforeEach
  void provideDriver() throws IOException {
    Path services = directory.resolve("classes/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(services.resolve("java.sql.Driver"), "OwnDriver\n");
    JavaPrograms.compile(directory.resolve("classes"), "OwnDriver", DRIVER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"optimal", "naive"})
  void driverOfTheClassPathIsFoundInEachExecution(String strategy) throws IOException {
    program("connect(); Thread t = new Thread(Main::connect); t.start(); t.join();");

    for (int loader = 0; loader < 2; loader++) {
      Clew.Result result = check("--strategy", strategy);
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
    }
  }

  @Test
  void twoThreadsMayBeTheFirstToAsk() throws IOException {
    program(
        """
        Thread one = new Thread(Main::connect), two = new Thread(Main::connect);
        one.start(); two.start(); one.join(); two.join();
        """);

    Clew.Result result = check();

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(result.out()).startsWith("verified: all 2 trace classes ");
  }

  @Test
  void threadOfTheCommonPoolMayAsk() throws IOException {
    program("CompletableFuture.runAsync(Main::connect).join(); connect();");

    Clew.Result result = check();

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
  }

  @Test
  void driverThatTheProgramRegistersIsGoneInTheNextExecution() throws IOException {
    program(
        """
        connect(); connect();
        DriverManager.deregisterDriver(DriverManager.getDriver("jdbc:own:test"));
        Thread other = new Thread(() -> { synchronized (lock) { lock.notifyAll(); } });
        other.start();
        synchronized (lock) { lock.notifyAll(); }
        other.join();
        DriverManager.registerDriver(new OwnDriver());
        OwnDriver.made--;
        """);

    Clew.Result result = check();

    assertThat(result.out()).as(result.err()).startsWith("verified: all 2 trace classes ");
  }

  @Test
  void systemClassLoaderIsTheOneOfTheProgram() throws IOException {
    JavaPrograms.compile(
        directory.resolve("classes"),
        "Main",
        """
        public class Main {
          public static void main(String[] args) throws Exception {
            Class<?> same = ClassLoader.getSystemClassLoader().loadClass("Main");
            if (same != Main.class) throw new AssertionError(same.getClassLoader());
            if (ClassLoader.getSystemResource("META-INF/services/java.sql.Driver") == null) {
              throw new AssertionError("no resource");
            }
          }
        }
        """);

    Clew.Result result = check();

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
  }

  private void program(String body) throws IOException {
    Path classes = directory.resolve("classes");
    Path source = classes.resolve("source");
    Files.writeString(source.resolve("Main.java"), PROGRAM.formatted(body));
    JavaPrograms.compile(classes, source);
  }

  private Clew.Result check(String... options) {
    Object[] words = new Object[options.length + 6];
    words[0] = "check";
    words[1] = "-cp";
    words[2] = directory.resolve("classes");
    words[3] = "--out";
    words[4] = directory.resolve("out");
    System.arraycopy(options, 0, words, 5, options.length);
    words[words.length - 1] = "Main";
    return Clew.run(words);
  }
}
