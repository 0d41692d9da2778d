package dev.clew.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.Schedule;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java and the C side of the protocol say the same. */
class ProtocolTest {
  private static final Path HEADERS = Path.of("src/main/c").toAbsolutePath();

  @TempDir private Path directory;

  @Test
  void fieldsAreWhereTheProgramLooksForThem() throws Exception {
    List<String> fields = new ArrayList<>();
    for (Field field : Layout.class.getDeclaredFields()) {
      fields.add(field.getName());
    }
    List<String> header =
        fields.subList(fields.indexOf("MAGIC"), fields.indexOf("REGIONS")).stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList();
    Map<String, Integer> offsets =
        evaluate(header.stream().map(name -> "offsetof(struct shared, " + name + ")").toList());

    for (int i = 0; i < header.size(); i++) {
      Field field = Layout.class.getDeclaredField(header.get(i).toUpperCase(Locale.ROOT));
      assertThat(offsets.get("offsetof(struct shared, " + header.get(i) + ")"))
          .as(header.get(i))
          .isEqualTo(field.getInt(null));
    }
  }

  @Test
  void regionsAreInTheSameOrder() throws Exception {
    for (Layout.Region region : Layout.Region.values()) {
      String offset = "offsetof(struct shared, " + region.name().toLowerCase(Locale.ROOT) + "_at)";
      assertThat(evaluate(List.of(offset)).get(offset))
          .as(region.name())
          .isEqualTo(Layout.REGIONS + region.ordinal() * Long.BYTES);
    }
  }

  @Test
  void rowsHaveTheSameSize() throws Exception {
    Map<String, Integer> expected = new HashMap<>();
    expected.put("sizeof(struct event)", Layout.EVENT_SIZE);
    expected.put("sizeof(struct step)", Layout.STEP_SIZE);
    expected.put("sizeof(struct turn)", Layout.TURN_SIZE);
    expected.put("sizeof(struct sleeper)", Layout.SLEEPER_SIZE);
    expected.put("sizeof(struct blocked)", Layout.BLOCKED_SIZE);
    expected.put("sizeof(struct race)", Layout.RACE_SIZE);
    expected.put("sizeof(struct failure)", Layout.FAILURE_SIZE);
    expected.put("sizeof(struct object)", Layout.OBJECT_SIZE);
    expected.put("sizeof(struct origin)", Layout.ORIGIN_SIZE);
    expected.put("sizeof(struct place)", Layout.PLACE_SIZE);
    expected.put("sizeof(struct allocation)", Layout.ALLOCATION_SIZE);
    expected.put("CLEW_MAGIC", Layout.MAGIC_NUMBER);
    expected.put("CLEW_VERSION", Layout.VERSION_NUMBER);
    expected.put("DIVERGED", Layout.DIVERGED);
    expected.put("MORE_THREADS", Layout.MORE_THREADS);
    expected.put("REFUSED", Layout.REFUSED);
    expected.put("STOPS_AFTER_STEPS", Layout.STOPS_AFTER_STEPS);

    assertThat(evaluate(List.copyOf(expected.keySet()))).isEqualTo(expected);
  }

  @Test
  void wordsOfTheEngineHaveTheSameNumbers() throws Exception {
    Map<String, Integer> expected = new HashMap<>();
    for (OpKind kind : OpKind.values()) {
      expected.put(kind.name(), kind.code());
    }
    for (Schedule.Policy policy : Schedule.Policy.values()) {
      expected.put(policy.name(), policy.ordinal());
    }
    for (Ending ending : Ending.values()) {
      expected.put(ending.name(), ending.ordinal());
    }
    for (Failure.Kind kind : Failure.Kind.values()) {
      expected.put(kind.name(), kind.ordinal());
    }
    expected.put("MODE_READ", Dependence.READ);
    expected.put("MODE_SHARE", Dependence.SHARE);
    expected.put("MODE_WRITE", Dependence.WRITE);
    expected.put("MODES(1, 3)", Dependence.pack(1, 3));

    assertThat(evaluate(List.copyOf(expected.keySet()))).isEqualTo(expected);
  }

  /** What the compiler takes expressions for. */
  private Map<String, Integer> evaluate(List<String> expressions) throws Exception {
    StringBuilder text =
        new StringBuilder("#include <stddef.h>\n#include <stdio.h>\n#include \"protocol.h\"\n");
    text.append("int main(void) {\n");
    for (String expression : expressions) {
      text.append("  printf(\"%d\\n\", (int)(").append(expression).append("));\n");
    }
    text.append("}\n");
    Path source = Files.writeString(directory.resolve("evaluate.c"), text);
    Path program = directory.resolve("evaluate");
    run("gcc", "-I", HEADERS.toString(), source.toString(), "-o", program.toString());
    List<String> lines = run(program.toString()).lines().toList();
    Map<String, Integer> values = new HashMap<>();
    for (int i = 0; i < expressions.size(); i++) {
      values.put(expressions.get(i), Integer.parseInt(lines.get(i)));
    }
    return values;
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
