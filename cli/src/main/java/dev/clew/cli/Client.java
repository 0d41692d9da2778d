package dev.clew.cli;

import dev.clew.report.CheckResult;

/** A program that asked for a command, and wants to know more than a person reads. */
interface Client {
  /** Tells how far a search is. */
  void progress(String line);

  /** Tells what came of a check. */
  void result(CheckResult result);
}
