import java.util.List;
import java.util.Vector;

/** Looks whether there is something, and takes it. */
public class TakenTwice {
  public static void main(String[] args) throws Exception {
    Vector<String> tickets = new Vector<>(List.of("last"));
    Runnable take =
        () -> {
          if (!tickets.isEmpty()) {
            tickets.remove(0);
          }
        };
    Thread thread = new Thread(take);
    thread.start();
    take.run();
    thread.join();
  }
}
