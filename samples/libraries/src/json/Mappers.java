package json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import shared.Both;

/** One mapper, two threads that both use it for the first time. */
public final class Mappers {
  private static final String TEXT = "{\"x\":1,\"names\":[\"a\"]}";

  private Mappers() {}

  public static void write() throws InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    Runnable write =
        () -> {
          Point point = new Point();
          point.x = 1;
          point.names = List.of("a");
          try {
            Both.check(mapper.writeValueAsString(point).equals(TEXT), "another text");
          } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
          }
        };
    Both.run(write, write);
  }

  public static void read() throws InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    Runnable read =
        () -> {
          try {
            Point point = mapper.readValue(TEXT, Point.class);
            Both.check(point.x == 1 && point.names.equals(List.of("a")), "another point");
          } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
          }
        };
    Both.run(read, read);
  }

  /** What is written and read. */
  public static final class Point {
    public int x;
    public List<String> names;
  }
}
