package dev.clew.cli;

import dev.clew.report.ReplayFile;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A program that was named on the command line, of one of the languages there are. */
interface Target extends AutoCloseable {
  /** A short name, for names of files. */
  String name();

  /** The file that the user named; nothing if it was not a file. */
  Optional<Path> file();

  /** The program, with nothing executed yet: for a search. */
  Program program();

  /**
   * The program with nothing visible that need not be: for a finding of a search. Numbers mean what
   * they meant in the search.
   */
  Program programToReenact();

  /**
   * Has executions cut off soon that go on when the search is to be over, if there is a way.
   *
   * @param question asked by another thread, now and then
   */
  default void cutOffWhen(BooleanSupplier question) {}

  /** Says which program it is, and how it is run: a saved search is of one only. */
  String hash();

  /** What a verdict on this program takes for granted; asked after the search. */
  List<String> assumptions();

  /** How far a verdict on this program goes, empty if all the way; asked after the search. */
  default String extent() {
    return "";
  }

  /** What of the program was not explored; asked after the search. */
  default List<String> unexplored() {
    return List.of();
  }

  /** What is no violation but should be looked at; asked after the search. */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * What to say of a failure of a program that nothing was scheduled in, if the program does not
   * fail without this tool; nothing if it does, or that cannot be found out.
   */
  default Optional<String> doubt() {
    return Optional.empty();
  }

  /** Whether conditions were watched that may depend on more than one object. */
  default boolean hasInvariants() {
    return false;
  }

  /**
   * Whether executions at random, if nothing is said of them, must be of classes that the search
   * executed.
   */
  default boolean isConfirmedAtRandom() {
    return true;
  }

  /**
   * What the search took for granted of times that a second one with exact times need not, for
   * people; empty if that makes no difference. Asked after the search.
   */
  default List<String> inexactTimes() {
    return List.of();
  }

  /**
   * The same program, to be searched with no patience for sleeps: each takes its time, and what is
   * due at the same time ends together. Nothing if the user said how patient to be. It can be used,
   * and must be closed, before this one is closed.
   */
  default Optional<Target> timely() throws IOException {
    return Optional.empty();
  }

  /** What a replay file says about the program; asked after the search. */
  ReplayFile.Subject subject();

  /** What the program printed when it was executed last for a report. */
  default String output() {
    return "";
  }

  /** What to throw if the program did not do again what it had done before. */
  RuntimeException unrepeatable(ReplayDivergence divergence);

  /** Whether the program is known to use what differs from one execution to the next. */
  boolean mayDiffer();

  /** What to throw if a finding does not show again, and the program is to blame. */
  RuntimeException unrepeatable(String finding, String why);

  @Override
  void close();
}
