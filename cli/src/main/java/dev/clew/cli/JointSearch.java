package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.parallel.Inbox;
import dev.clew.explore.parallel.ParallelExploration;
import dev.clew.explore.parallel.ProgramRefused;
import dev.clew.explore.parallel.WorkerLost;
import dev.clew.jvm.program.UnusableProgram;
import dev.clew.trace.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/** A search by several processes, of which this one hands out the parts and reports. */
final class JointSearch {
  private static final int KILL = 128 + 9;
  private static final int LINES = 12;

  private final Program program;
  private final SearchOptions search;
  private final Jobs jobs;
  private final Pace pace;

  JointSearch(Program program, SearchOptions search, Jobs jobs, Pace pace) {
    this.program = program;
    this.search = search;
    this.jobs = jobs;
    this.pace = pace;
  }

  /**
   * Searches to the end.
   *
   * @throws WorkerDied if another process did, and not by what the program does
   */
  Outcome explore() throws IOException {
    Inbox inbox = new Inbox();
    try (WorkerProcesses workers = WorkerProcesses.start(jobs.count() - 1, jobs.args(), inbox)) {
      ParallelExploration exploration =
          new ParallelExploration(
              program, search, Observers.standard(program), pace, workers.mail(), inbox);
      if (jobs.awaitsAll()) {
        exploration.awaitAll();
      }
      try {
        return exploration.explore();
      } catch (WorkerLost e) {
        throw died(workers, e);
      }
    } catch (ProgramRefused e) {
      throw new UnusableProgram(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the search was interrupted", e);
    }
  }

  /**
   * What to throw if a process has ended. If the program took it down, this one ends as it did, and
   * is told of in its place.
   */
  private static RuntimeException died(WorkerProcesses workers, WorkerLost lost)
      throws IOException {
    String how = "another process of the search ended (" + lost.getMessage() + ")";
    Optional<WorkerProcess> worker = workers.worker(lost.worker());
    if (worker.isEmpty() || worker.get().status().isEmpty()) {
      return new WorkerDied(how);
    }
    int status = worker.get().status().getAsInt();
    String complaint = worker.get().complaint();
    if (status == ExitCode.USAGE.number() && !complaint.isEmpty()) {
      return UsageProblem.at(complaint);
    }
    if (status == KILL) {
      return new WorkerDied(
          "another process of the search was killed (signal 9), perhaps as the machine ran out of"
              + " memory: give fewer to --jobs, or CLEW_JAVA_OPTS=-Xmx1g has each take less");
    }
    if (Files.exists(worker.get().remains())
        && Death.of(worker.get().remains(), status).kind() != Death.Kind.KILLED) {
      workers.end();
      Supervision.dieAs(worker.get().remains(), status);
    }
    StringBuilder text = new StringBuilder(how);
    complaint.lines().limit(LINES).forEach(line -> text.append("\n  ").append(line));
    return new WorkerDied(text + "\n  Search without --jobs to learn why.");
  }
}
