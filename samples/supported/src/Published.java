import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/**
 * What a subscriber has counted is used while it counts.
 *
 * <p>Shows: SubmissionPublisher, Flow. Finds: assertion.
 */
public class Published {
  static volatile int received;

  static class Counter implements Flow.Subscriber<Integer> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(1);
    }

    @Override
    public void onNext(Integer item) {
      received++;
    }

    @Override
    public void onError(Throwable problem) {
      throw new AssertionError(problem);
    }

    @Override
    public void onComplete() {}
  }

  public static void main(String[] args) throws Exception {
    // A subscriber that is served by the thread that publishes, or by a thread for each task.
    boolean isRight = args[0].equals("right");
    SubmissionPublisher<Integer> publisher =
        new SubmissionPublisher<>(isRight ? Runnable::run : task -> new Thread(task).start(), 1);
    publisher.subscribe(new Counter());
    publisher.submit(1);
    assert received == 1;
    publisher.close();
  }
}
