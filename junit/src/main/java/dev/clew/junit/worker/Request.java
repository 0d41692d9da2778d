package dev.clew.junit.worker;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is asked of a worker: to check a test method.
 *
 * @param type the full name of the test class
 * @param method the name of the method
 * @param options how, as words of the command line
 * @param arguments what the test is given
 */
public record Request(String type, String method, List<String> options, List<String> arguments) {

  /** How the reader of a report replays a file. */
  private static final String REPLAY = "@Replay(\"%s\")";

  /** The words of the command. */
  List<String> words() {
    List<String> words = new ArrayList<>(List.of("check", "-cp", TestClassPath.get()));
    words.addAll(List.of("--out", BuildDirectory.output().toString()));
    words.addAll(List.of("--replay-words", REPLAY));
    String sources =
        Stream.of("src/test/java", "src/main/java")
            .filter(each -> Files.isDirectory(Path.of(each)))
            .collect(Collectors.joining(File.pathSeparator));
    if (!sources.isEmpty()) {
      words.addAll(List.of("--source-path", sources));
    }
    words.addAll(options);
    words.add(type + "#" + method);
    if (!arguments.isEmpty()) {
      words.add("--");
      words.addAll(arguments);
    }
    return words;
  }

  /** For people. */
  String name() {
    return type.substring(type.lastIndexOf('.') + 1) + "." + method;
  }
}
