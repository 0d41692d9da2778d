package database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import shared.Both;

/** A database in memory, of which only the address is given. */
public final class Drivers {
  private static final String ADDRESS = "jdbc:h2:mem:test";

  private Drivers() {}

  /** Without a pool. */
  public static void connection() throws SQLException {
    try (Connection connection = DriverManager.getConnection(ADDRESS)) {
      ask(connection);
    }
  }

  /** With a pool of one connection. */
  public static void pool() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(ADDRESS);
    config.setMaximumPoolSize(1);
    config.setMinimumIdle(1);
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      ask(connection);
    }
  }

  private static void ask(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("values 1")) {
      Both.check(rows.next() && rows.getInt(1) == 1, "another answer");
    }
  }
}
