import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A parallel stream fills a list of the program.
 *
 * <p>Shows: parallel streams. Finds: data race, assertion.
 */
public class ParallelSum {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>();
    if (args[0].equals("right")) {
      list = IntStream.range(0, 2).parallel().boxed().collect(Collectors.toList());
    } else {
      IntStream.range(0, 2).parallel().forEach(list::add);
    }
    assert list.equals(List.of(0, 1)) : list;
  }
}
