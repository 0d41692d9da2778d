package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.Names;
import java.util.List;

/** Says why two accesses race: what each thread held, and that nothing orders them. */
final class RaceExplanation {
  private final Reenactment reenactment;
  private final Finding finding;
  private final Names names;
  private final Places places;

  RaceExplanation(Reenactment reenactment, Finding finding, Places places) {
    this.reenactment = reenactment;
    this.finding = finding;
    this.names = reenactment.names();
    this.places = places;
  }

  String why() {
    String variable = names.object(finding.plainLocation());
    return RacingAccesses.of(reenactment.trace(), finding)
        .map(race -> why(race, variable))
        .orElse("Two accesses of " + variable + " are not ordered.");
  }

  private String why(RacingAccesses race, String variable) {
    return describe(race.first(), variable)
        + "; "
        + describe(race.second(), variable)
        + ". "
        + names.raceAdvice(finding.plainLocation());
  }

  private String describe(Access access, String variable) {
    EventWords words = new EventWords(reenactment.trace(), names);
    List<String> held =
        Holds.after(reenactment.trace(), access.events()).of(access.thread(), words).stream()
            .map(hold -> names.object(hold.lock()))
            .distinct()
            .toList();
    return names.thread(access.thread())
        + (access.writes() ? " writes " : " reads ")
        + variable
        + " at "
        + places.phrase(access.position())
        + (held.isEmpty() ? ", holding no lock" : ", holding " + Phrases.list(held));
  }
}
