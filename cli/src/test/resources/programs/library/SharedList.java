import java.util.ArrayList;
import java.util.List;

/** Goes through a list that another thread adds to. */
public class SharedList {
  public static void main(String[] args) {
    List<Integer> numbers = new ArrayList<>(List.of(1, 2));
    new Thread(() -> numbers.add(3)).start();
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
  }
}
