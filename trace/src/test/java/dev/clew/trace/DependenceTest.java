package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DependenceTest {
  private static final List<String> MODES = List.of("NONE", "READ", "SHARE", "WRITE");

  @Test
  void theDocumentedTableIsTheImplementedOne() throws IOException {
    List<String> implemented = new ArrayList<>();
    for (OpKind kind : OpKind.values()) {
      implemented.add(
          kind
              + " "
              + MODES.get(Dependence.firstMode(kind, true))
              + " "
              + MODES.get(Dependence.firstMode(kind, false))
              + " "
              + MODES.get(Dependence.secondMode(kind)));
    }
    assertThat(documented()).isEqualTo(implemented);
  }

  private static List<String> documented() throws IOException {
    List<String> rows = new ArrayList<>();
    Path page = Path.of("..", "docs", "algorithms", "dependence.md");
    for (String line : Files.readAllLines(page)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 8 && cells[1].strip().matches("[A-Z_]+")) {
        rows.add(
            cells[1].strip()
                + " "
                + cells[3].strip()
                + " "
                + cells[4].strip()
                + " "
                + cells[6].strip());
      }
    }
    return rows;
  }

  @Test
  void modesConflictUnlessBothAreReadsOrBothAreShares() {
    int[] modes = {Dependence.READ, Dependence.SHARE, Dependence.WRITE};
    for (int a : modes) {
      for (int b : modes) {
        boolean commute = a == b && a != Dependence.WRITE;
        assertThat(Dependence.conflict(a, b)).isEqualTo(!commute);
      }
    }
  }

  @Test
  void operationsConflictOnAnyCommonObjectInEitherPlace() {
    int write = Dependence.pack(Dependence.WRITE, Dependence.WRITE);
    int read = Dependence.pack(Dependence.READ, Dependence.READ);
    for (int first = 1; first <= 2; first++) {
      for (int second = 1; second <= 2; second++) {
        int a1 = first == 1 ? 7 : 1;
        int a2 = first == 2 ? 7 : 1;
        int b1 = second == 1 ? 7 : 2;
        int b2 = second == 2 ? 7 : 2;
        assertThat(Dependence.conflict(a1, a2, write, b1, b2, read)).isTrue();
        assertThat(Dependence.conflict(a1, a2, read, b1, b2, write)).isTrue();
        assertThat(Dependence.conflict(a1, a2, read, b1, b2, read)).isFalse();
      }
    }
  }

  @Test
  void operationsWithoutACommonObjectAreIndependent() {
    int write = Dependence.pack(Dependence.WRITE, Dependence.WRITE);
    assertThat(Dependence.conflict(1, 2, write, 3, 4, write)).isFalse();
    assertThat(Dependence.conflict(-1, -1, 0, -1, -1, 0)).isFalse();
    assertThat(Dependence.conflict(1, -1, Dependence.WRITE, -1, -1, 0)).isFalse();
  }
}
