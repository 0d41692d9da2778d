import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.Formatter;
import java.util.Iterator;
import java.util.List;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object that is not made for it is shared.
 *
 * <p>Shows: StringBuilder, StringJoiner, StringTokenizer, Scanner, Formatter, Matcher, Date,
 * Calendar, SimpleDateFormat, DecimalFormat, ByteBuffer, MessageDigest, Iterator. Finds: data race.
 */
public class PlainObjects {
  public static void main(String[] args) throws Exception {
    Threads.Task use = use(args[1]);
    Object lock = new Object();
    Threads.Task guarded =
        () -> {
          synchronized (lock) {
            use.run();
          }
        };
    Threads.together(guarded, args[0].equals("right") ? guarded : use);
  }

  private static Threads.Task use(String name) throws Exception {
    StringBuilder builder = new StringBuilder();
    StringJoiner joiner = new StringJoiner(",");
    StringTokenizer tokens = new StringTokenizer("a b");
    Scanner scanner = new Scanner("1 2");
    Formatter formatter = new Formatter();
    Matcher matcher = Pattern.compile("a").matcher("aa");
    Date date = new Date(0);
    Calendar calendar = Calendar.getInstance();
    SimpleDateFormat dateFormat = new SimpleDateFormat("yyyy");
    DecimalFormat decimalFormat = new DecimalFormat("0.0");
    ByteBuffer buffer = ByteBuffer.allocate(2);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Iterator<String> iterator = new ArrayList<>(List.of("a", "b")).iterator();
    return switch (name) {
      case "StringJoiner" -> () -> joiner.add("a");
      case "StringTokenizer" -> tokens::nextToken;
      case "Scanner" -> scanner::nextInt;
      case "Formatter" -> () -> formatter.format("%d", 1);
      case "Matcher" -> matcher::find;
      case "Date" -> () -> date.setTime(date.getTime() + 1);
      case "Calendar" -> () -> calendar.add(Calendar.DATE, 1);
      case "SimpleDateFormat" -> () -> dateFormat.format(new Date(0));
      case "DecimalFormat" -> () -> decimalFormat.format(0.5);
      case "ByteBuffer" -> () -> buffer.put((byte) 1);
      case "MessageDigest" -> () -> digest.update((byte) 1);
      case "Iterator" -> iterator::next;
      default -> () -> builder.append("a");
    };
  }
}
