package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.jvm.agent.CallSites.Replacement;
import dev.clew.jvm.run.calls.Replaces;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.objectweb.asm.Opcodes;

class CallSitesTest {
  private final ClassFiles files = new ClassFiles(name -> null);

  /** Replaces the same as another class. */
  @Replaces(System.class)
  public static final class Again {
    private Again() {}

    public static long nanoTime() {
      return 0;
    }
  }

  private static Replacement found(CallSites sites, int opcode, String owner, String call) {
    int parenthesis = call.indexOf('(');
    return Objects.requireNonNull(
        sites.find(opcode, owner, call.substring(0, parenthesis), call.substring(parenthesis)));
  }

  @Test
  void theStandardTableReplacesMonitorsAndThreads() {
    CallSites sites = CallSites.standard(files);

    Replacement wait = found(sites, Opcodes.INVOKEVIRTUAL, "java/util/ArrayList", "wait(J)V");
    assertThat(wait.owner()).isEqualTo("dev/clew/jvm/run/calls/ObjectCalls");
    assertThat(wait.descriptor()).isEqualTo("(Ljava/lang/Object;JI)V");
    assertThat(wait.takesSite()).isTrue();
    Replacement sleep = found(sites, Opcodes.INVOKESTATIC, "java/lang/Thread", "sleep(JI)V");
    assertThat(sleep.isStatic()).isTrue();
    assertThat(sleep.descriptor()).isEqualTo("(JII)V");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void everyStandardReplacementHasAnOriginalInNewJdks() {
    assertThat(CallSites.standard(files).unmatched()).isEmpty();
  }

  @Test
  void whatHasNoOriginalIsListed() {
    assertThat(ReplacedCalls.table(files).unmatched())
        .containsExactly(
            "dev/clew/jvm/agent/ReplacedCalls$ThreadCalls.noSuchMethod(Ljava/lang/Thread;)V");
  }

  @Test
  void aMethodOfAClassThatIsNotThereIsLeftAlone() {
    CallSites sites = CallSites.standard(files);

    assertThat(sites.find(Opcodes.INVOKEVIRTUAL, "no/such/Thread", "start", "()V")).isNull();
    assertThat(sites.find(Opcodes.INVOKEVIRTUAL, "no/such/Thread", "notify", "()V"))
        .as("final in java.lang.Object")
        .isNotNull();
  }

  @Test
  void oneMethodIsReplacedOnce() {
    List<byte[]> twice =
        List.of(
            ReplacedCalls.classFile(ReplacedCalls.SystemCalls.class),
            ReplacedCalls.classFile(Again.class));

    assertThatThrownBy(() -> CallSites.of(twice, files).size())
        .hasMessageContaining("replace the same");
  }
}
