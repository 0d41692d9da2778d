package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Containers of C++ whose links are changed by code of the library, which is not instrumented. */
class ContainersTest {
  private static final Duration HANG = Duration.ofSeconds(20);

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          VIOLATION | std::map<int, int> c{{1, 1}, {2, 2}} | c[3] = 3     | use(c.count(2))
          VIOLATION | std::map<int, int> c{{1, 1}, {2, 2}} | c.erase(2)   | use(c.count(1))
          VIOLATION | std::set<int> c{1, 2, 3}             | c.insert(4)  | for (int i : c) use(i)
          VIOLATION | std::list<int> c{1, 2, 3}            | c.pop_back() | for (int i : c) use(i)
          VIOLATION | std::string c                        | c += "a"     | c += "b"
          VERIFIED  | std::map<int, int> c{{1, 1}, {2, 2}} | c[1] = 3     | c[2] = 3
          VERIFIED  | std::set<int> c{1, 2, 3}             | use(*c.rbegin()) | for (int i : c) use(i)
          """)
  void raceWhereOneThreadChangesThem(
      Outcome.Verdict verdict, String container, String one, String other) throws IOException {
    Files.writeString(
        directory.resolve("containers.cpp"),
        """
        #include <list>
        #include <map>
        #include <set>
        #include <string>
        #include <thread>

        static void use(int i) { static thread_local volatile int used; used = i; }

        int main() {
          %s;
          std::thread one([&] { %s; }), other([&] { %s; });
          one.join();
          other.join();
        }
        """
            .formatted(container, one, other));
    CSources sources = new CSources(List.of("containers.cpp"), List.of(), List.of(), directory);
    Toolchain toolchain = Toolchain.of(System.getenv());
    try (CProgram compiled = CProgram.build(sources, toolchain, notice -> {});
        Symbols symbols = new Symbols(compiled.executable());
        ForeignProgram program =
            new ForeignProgram(
                new Launch(List.of(compiled.executable().toString()), Optional.empty(), HANG, 0, 0),
                numbers -> new CNames(numbers, symbols))) {
      SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
      Outcome outcome =
          new Exploration(program, options, Observers.standard(program), progress -> true)
              .explore();

      assertEquals(verdict, outcome.verdict(), outcome.toString());
    }
  }
}
