package dev.clew.explore.parallel;

import dev.clew.explore.Audit;
import dev.clew.explore.Judge;
import dev.clew.explore.Observer;
import dev.clew.explore.SearchOptions;
import dev.clew.trace.Program;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/**
 * The executions at random that confirm a search by several workers, done where the parts are
 * handed out: each must be of a class that one of the workers executed.
 */
public final class JointAudit {
  private final Program program;
  private final SearchOptions options;
  private final List<Observer> observers;
  private final Coordinator coordinator;

  /** An audit of what a coordinator hands out; its program is not executed by anyone else then. */
  public JointAudit(
      Program program, SearchOptions options, List<Observer> observers, Coordinator coordinator) {
    this.program = program;
    this.options = options;
    this.observers = observers;
    this.coordinator = coordinator;
  }

  /**
   * Confirms a search that has ended, if that is wanted. False if the program revealed an object:
   * the search goes on, from its start.
   *
   * @param seconds the time that the search takes, this included
   * @param mayGoOn asked before each execution
   */
  public boolean confirm(DoubleSupplier seconds, BooleanSupplier mayGoOn) {
    if (!coordinator.isToBeConfirmed()) {
      return true;
    }
    Judge judge = new Judge(program, options, observers);
    judge.goOn(coordinator.visible(), coordinator.findings());
    Audit audit = new Audit(options, program.meanings(), coordinator.executed());
    audit.begin(coordinator.executions(), seconds.getAsDouble(), Integer.MAX_VALUE);
    boolean isOver = audit.confirm(program, judge, seconds, mayGoOn);
    coordinator.takeIn(judge.findings(), judge.visible(), audit.result());
    if (!isOver) {
      coordinator.goOn();
    }
    return isOver;
  }
}
