/**
 * A text is put together from parts that others come between.
 *
 * <p>Shows: StringBuffer. Finds: assertion.
 */
public class BufferedText {
  public static void main(String[] args) throws InterruptedException {
    StringBuffer buffer = new StringBuffer();
    Threads.Task write =
        () -> {
          if (args[0].equals("right")) {
            buffer.append("ab");
          } else {
            buffer.append("a").append("b");
          }
        };
    Threads.together(write, write);
    assert buffer.toString().equals("abab") : buffer;
  }
}
