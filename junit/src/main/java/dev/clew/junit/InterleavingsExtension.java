package dev.clew.junit;

import dev.clew.junit.worker.Answer;
import dev.clew.junit.worker.ReplayHere;
import dev.clew.junit.worker.Request;
import dev.clew.junit.worker.SharedWorker;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Has a worker check a test method, instead of running it and what belongs to it here. */
final class InterleavingsExtension implements InvocationInterceptor {

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context) {
    invocation.skip();
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context) {
    invocation.skip();
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws InterruptedException {
    invocation.skip();
    Interleavings wanted =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Interleavings.class)
            .orElseThrow();
    Class<?> type = context.getRequiredTestClass();
    String name = context.getRequiredTestMethod().getName();
    Optional<Replay> replay =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Replay.class);
    if (replay.isPresent()) {
      Verdicts.check(ReplayHere.replay(replay.get().value()), type, name, false);
      return;
    }
    Options options = Options.of(wanted);
    Answer answer = SharedWorker.ask(new Request(type.getName(), name, options.words(), List.of()));
    Verdicts.check(answer, type, name, options.isLimited() && !wanted.exhaustive());
  }
}
