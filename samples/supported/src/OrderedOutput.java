import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Two lines are put together from parts that others come between.
 *
 * <p>Shows: ByteArrayOutputStream, PrintStream, StringWriter, PrintWriter, Throwable. Finds:
 * assertion.
 */
public class OrderedOutput {
  public static void main(String[] args) throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, true);
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    Exception exception = new Exception();
    Threads.Task parts =
        () -> {
          for (String part : args[0].equals("right") ? new String[] {"ab"} : "a b".split(" ")) {
            switch (args[1]) {
              case "PrintStream" -> stream.print(part);
              case "StringWriter" -> text.write(part);
              case "PrintWriter" -> writer.print(part);
              case "Throwable" -> exception.addSuppressed(new Exception(part));
              default -> bytes.writeBytes(part.getBytes());
            }
          }
        };
    Threads.together(parts, parts);
    StringBuilder found = new StringBuilder(bytes.toString()).append(text);
    for (Throwable each : exception.getSuppressed()) {
      found.append(each.getMessage());
    }
    assert found.toString().equals("abab") : found;
  }
}
