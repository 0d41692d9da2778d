package dev.clew.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version of the tool, from the manifest of its archive. */
final class Version implements IVersionProvider {
  /** The version; {@code development} for classes that are in no archive. */
  static String current() {
    @Nullable String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"clew " + current()};
  }
}
