package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.Shortener;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShortenerTest {

  private static List<Finding> findings(ToyProgram program, StrategyKind strategy) {
    return new Exploration(
            program, SearchOptions.with(strategy), Observers.standard(program), Pace.UNHURRIED)
        .explore()
        .findings();
  }

  @Test
  void theDeadlockOfTwoLocksNeedsOneSwitch() {
    ToyProgram program = Programs.parse(Programs.AB_BA);
    Finding found = findings(program, StrategyKind.NAIVE).get(0);
    Finding shorter =
        new Shortener(() -> Programs.parse(Programs.AB_BA), Observers::standard, 1000)
            .shorten(found);
    assertThat(shorter.steps().switches()).isEqualTo(1);
    assertThat(shorter.isSameAs(found)).isTrue();
  }

  /** Every interleaving is tried: none that shows the same thing has fewer switches. */
  @Test
  void noInterleavingShowsAFindingOfARandomProgramWithFewerSwitches() {
    int compared = 0;
    for (long seed = 0; compared < 150; seed++) {
      Toy toy = ToyProgram.of(RandomPrograms.generate(seed, 3, 3)).toy();
      for (Finding finding : findings(ToyProgram.of(toy), StrategyKind.OPTIMAL)) {
        Finding shorter =
            new Shortener(() -> ToyProgram.of(toy), Observers::standard, 1000).shorten(finding);
        assertThat(shorter.steps().switches()).isEqualTo(fewestSwitches(toy, finding));
        assertThat(shows(toy, shorter)).isTrue();
        compared++;
      }
    }
  }

  private static int fewestSwitches(Toy toy, Finding wanted) {
    ToyProgram program = ToyProgram.of(toy);
    wanted.visible().forEach(program::makeVisible);
    int[] fewest = {Integer.MAX_VALUE};
    new Exploration(
            program,
            SearchOptions.with(StrategyKind.NAIVE),
            List.of(
                (trace, sink) -> {
                  for (Finding found : judge(program, trace)) {
                    if (found.isSameAs(wanted)) {
                      fewest[0] = Math.min(fewest[0], found.steps().switches());
                    }
                  }
                }),
            Pace.UNHURRIED)
        .explore();
    return fewest[0];
  }

  private static boolean shows(Toy toy, Finding finding) {
    ToyProgram program = ToyProgram.of(toy);
    finding.visible().forEach(program::makeVisible);
    Schedule schedule = new Schedule();
    Trace trace = new Trace();
    finding.steps().putInto(schedule);
    program.run(schedule, trace);
    return judge(program, trace).stream().anyMatch(finding::isSameAs);
  }

  private static List<Finding> judge(ToyProgram program, Trace trace) {
    List<Finding> found = new ArrayList<>();
    Observers.standard(program).forEach(observer -> observer.observe(trace, found::add));
    return found;
  }
}
