package dev.clew.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code clew}: says which commands there are. */
@Command(
    name = ClewCommand.NAME,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Clew checks concurrent programs by running them under every relevant interleaving.",
    synopsisHeading = "Usage: ",
    customSynopsis = "clew COMMAND ...",
    commandListHeading = "%nCommands:%n")
final class ClewCommand implements Runnable {
  static final String NAME = "clew";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandLine line = spec.commandLine();
    throw new ParameterException(line, "no command given");
  }
}
