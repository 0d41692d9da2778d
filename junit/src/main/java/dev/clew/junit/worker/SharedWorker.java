package dev.clew.junit.worker;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The worker that serves all tests of this JVM, from the first that needs one to the last. */
public final class SharedWorker {
  private static final Object LOCK = new Object();
  private static @Nullable WorkerJvm worker;
  private static boolean endsWithJvm;

  private SharedWorker() {}

  /** Has a test checked. Tests that run at the same time wait for each other. */
  public static Answer ask(Request request) {
    synchronized (LOCK) {
      try {
        WorkerJvm asked = worker();
        Answer answer = asked.ask(request, new ProgressPrinter(request.name()));
        if (!asked.isAlive()) {
          end();
        }
        return answer;
      } catch (IOException e) {
        end();
        String why = "clew: no worker could check the test: " + e.getMessage();
        return new Answer(Answer.Verdict.UNUSABLE, "", 0, 0, List.of(), why);
      }
    }
  }

  private static WorkerJvm worker() throws IOException {
    WorkerJvm present = worker;
    if (present != null && present.isAlive()) {
      return present;
    }
    end();
    if (!endsWithJvm) {
      endsWithJvm = true;
      Runtime.getRuntime().addShutdownHook(new Thread(SharedWorker::endAtOnce, "clew-end"));
    }
    WorkerJvm started = WorkerJvm.start(ToolFiles.in(BuildDirectory.output()));
    worker = started;
    return started;
  }

  private static void end() {
    if (worker != null) {
      worker.close();
      worker = null;
    }
  }

  /** Whatever it is doing, and whoever waits for it. */
  private static void endAtOnce() {
    WorkerJvm present = worker;
    if (present != null) {
      present.close();
    }
  }
}
