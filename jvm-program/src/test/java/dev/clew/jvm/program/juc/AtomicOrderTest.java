package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What orders plain accesses, and what does not: a race on the data tells. */
final class AtomicOrderTest {
  @ParameterizedTest
  @CsvSource({
    "volatile, volatile",
    "volatile, acquire",
    "release, volatile",
    "release, acquire",
    "lazy, acquire",
    "add, volatile",
    "weakRelease, acquire",
    "volatile, failed",
    "volatile, failedAcquire"
  })
  void anAtomicObjectOrders(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfInteger.class, write, read)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "opaque, release, acquire",
    "opaque, full, full",
    "opaque, storeStore, loadLoad",
    "plain, release, acquire",
    "plain, full, full"
  })
  void fencesOrder(String flag, String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfFence.class, flag, write, read)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "opaque, none, acquire",
    "opaque, release, none",
    "opaque, acquire, acquire",
    "opaque, release, release",
    "plain, release, none"
  })
  void aFenceOnOneSideDoesNotOrder(String flag, String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfFence.class, flag, write, read))
        .containsExactly("data");
  }

  @ParameterizedTest
  @CsvSource({
    "plain, volatile",
    "opaque, volatile",
    "volatile, plain",
    "volatile, opaque",
    "weakAcquire, volatile",
    "volatile, failedRelease"
  })
  void anAtomicObjectDoesNotOrder(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfInteger.class, write, read)).containsExactly("data");
  }

  @ParameterizedTest
  @CsvSource({
    "volatile, volatile",
    "volatile, acquire",
    "release, volatile",
    "release, acquire",
    "or, acquire",
    "orRelease, volatile"
  })
  void aHandleOrders(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfHandle.class, write, read)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "plain, volatile",
    "opaque, volatile",
    "volatile, plain",
    "volatile, opaque",
    "opaque, opaque",
    "orAcquire, acquire",
    "direct, volatile",
    "volatile, direct"
  })
  void aHandleDoesNotOrder(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfHandle.class, write, read)).containsExactly("data");
  }

  @ParameterizedTest
  @CsvSource({"plain, plain", "plain, direct", "direct, plain"})
  void plainAccessesByAHandleRaceThemselves(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfHandle.class, write, read))
        .containsExactlyInAnyOrder("data", "flag");
  }

  @ParameterizedTest
  @CsvSource({"volatile, volatile", "release, volatile"})
  void anOffsetOrders(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfUnsafe.class, write, read)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"plain, volatile", "volatile, plain"})
  void anOffsetDoesNotOrder(String write, String read) {
    assertThat(racesOf(AtomicOrderPrograms.OfUnsafe.class, write, read)).containsExactly("data");
  }

  @Test
  void aSumOrdersWhatWasAddedBeforeItWasTaken() {
    assertThat(racesOf(AtomicOrderPrograms.OfAdder.class)).isEmpty();
  }

  @Test
  void addingDoesNotOrder() {
    assertThat(racesOf(AtomicOrderPrograms.OfAdditions.class)).containsExactly("data");
  }

  /** The names of the fields with races. */
  private static List<String> racesOf(Class<?> program, String... modes) {
    Outcome outcome = Harness.explore(program, modes);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    return outcome.findings().stream()
        .filter(finding -> finding.kind() == FindingKind.DATA_RACE)
        .map(Finding::message)
        .map(message -> message.replaceFirst(".* on [\\w$.]*\\.(\\w+):.*", "$1"))
        .toList();
  }
}
