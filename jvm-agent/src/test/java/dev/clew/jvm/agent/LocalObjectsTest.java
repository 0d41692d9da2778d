package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Formatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Each method makes an object and calls it last. */
final class LocalObjectsTest {
  static @Nullable Object kept;

  static void overOwn() {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    writer.print("a");
  }

  static void overOwnOverOwn() throws IOException {
    Writer writer = new BufferedWriter(new PrintWriter(new StringWriter()));
    writer.write("a");
  }

  static void below() {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    writer.print("a");
    text.append("b");
  }

  static void ofText() {
    Formatter formatter = new Formatter(Locale.ROOT);
    formatter.format("a");
  }

  static void overGiven(Writer given) {
    PrintWriter writer = new PrintWriter(given);
    writer.print("a");
  }

  static void overGivenOverOwn(Writer given) throws IOException {
    Writer writer = new BufferedWriter(new PrintWriter(given));
    writer.write("a");
  }

  static void overOneThatIsKept() {
    StringWriter text = new StringWriter();
    kept = text;
    PrintWriter writer = new PrintWriter(text);
    writer.print("a");
  }

  static void belowOneThatIsKept() {
    StringWriter text = new StringWriter();
    kept = new PrintWriter(text);
    text.append("a");
  }

  static void overOneOfTwo(Writer given, boolean isOwn) {
    PrintWriter writer = new PrintWriter(isOwn ? new StringWriter() : given);
    writer.print("a");
  }

  static void madeByMethod(ByteArrayOutputStream given) throws IOException {
    DataOutputStream out = new DataOutputStream(Base64.getEncoder().wrap(given));
    out.write("a".getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isLastCallLocal(String name) throws IOException {
    ClassNode type = new ClassNode();
    new ClassReader(LocalObjectsTest.class.getName()).accept(type, 0);
    MethodNode method =
        type.methods.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
    LocalObjects.Counter calls = LocalObjects.of(type.name, method).calls();
    boolean isLast = false;
    for (var each : method.instructions) {
      if (each instanceof MethodInsnNode call) {
        isLast = calls.isNext(call.owner, call.name, call.desc);
      }
    }
    return isLast;
  }

  @ParameterizedTest
  @ValueSource(strings = {"overOwn", "overOwnOverOwn", "below", "ofText"})
  void whatIsMadeOverOwnObjectsStaysWithItsMethod(String method) throws IOException {
    assertThat(isLastCallLocal(method)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overGiven",
        "overGivenOverOwn",
        "overOneThatIsKept",
        "belowOneThatIsKept",
        "overOneOfTwo",
        "madeByMethod"
      })
  void whatPassesCallsOnToAnObjectThatOthersKnowIsNotOfItsMethodAlone(String method)
      throws IOException {
    assertThat(isLastCallLocal(method)).isFalse();
  }
}
