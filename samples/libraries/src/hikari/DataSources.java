package hikari;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import shared.Both;

/** The whole pool, with a database that is not there. */
public final class DataSources {
  private DataSources() {}

  /** One connection is borrowed, returned and closed with the pool. */
  public static void oneThread() throws SQLException {
    HikariDataSource pool = pool(1);
    pool.getConnection().close();
    pool.close();
  }

  /** One connection, two threads. */
  public static void twoThreads() throws InterruptedException {
    HikariDataSource pool = pool(1);
    AtomicInteger users = new AtomicInteger();
    Runnable use =
        () -> {
          try (Connection connection = pool.getConnection()) {
            Both.check(users.incrementAndGet() == 1, "two have the same connection");
            users.decrementAndGet();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        };
    Both.run(use, use);
    pool.close();
  }

  private static HikariDataSource pool(int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(new Nowhere());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    return new HikariDataSource(config);
  }

  /** Connections that answer everything with nothing. */
  private static final class Nowhere implements DataSource {
    @Override
    public Connection getConnection() {
      InvocationHandler nothing =
          (proxy, method, arguments) -> {
            Class<?> type = method.getReturnType();
            if (type == boolean.class) {
              return method.getName().equals("isValid") || method.getName().equals("getAutoCommit");
            }
            return type == int.class ? (Object) 0 : null;
          };
      return (Connection)
          Proxy.newProxyInstance(
              Nowhere.class.getClassLoader(), new Class<?>[] {Connection.class}, nothing);
    }

    @Override
    public Connection getConnection(String user, String password) {
      return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return null;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("nothing to unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
