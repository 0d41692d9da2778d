package ring;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import shared.Both;

/** Events that go through a ring buffer. */
public final class Rings {
  private Rings() {}

  /** Two threads publish at once. */
  public static void twoProducers() throws InterruptedException {
    RingBuffer<Event> ring =
        RingBuffer.createMultiProducer(Event::new, 4, new BlockingWaitStrategy());
    ring.addGatingSequences(new Sequence());
    Both.run(() -> publish(ring, 1), () -> publish(ring, 2));
    Both.check(ring.getCursor() == 1, "the ring has another number of events");
    Both.check(ring.get(0).value + ring.get(1).value == 3, "an event was overwritten");
  }

  /** What was published before the shutdown is handled, as its documentation says. */
  public static void shutdownAtOnce() throws InterruptedException {
    handleTwo(false);
  }

  /** The same when the handler has begun. */
  public static void shutdown() throws InterruptedException {
    handleTwo(true);
  }

  private static void handleTwo(boolean whenBegun) throws InterruptedException {
    Disruptor<Event> disruptor =
        new Disruptor<>(
            Event::new, 4, Thread::new, ProducerType.SINGLE, new BlockingWaitStrategy());
    Summing handler = new Summing();
    disruptor.handleEventsWith(handler);
    RingBuffer<Event> ring = disruptor.start();
    if (whenBegun) {
      handler.begun.await();
    }
    publish(ring, 1);
    publish(ring, 2);
    disruptor.shutdown();
    Both.check(handler.sum.get() == 3, "events were lost");
  }

  private static void publish(RingBuffer<Event> ring, long value) {
    ring.publishEvent((event, sequence) -> event.value = value);
  }

  private static final class Event {
    private long value;
  }

  /** Adds up what comes. */
  private static final class Summing implements EventHandler<Event> {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicLong sum = new AtomicLong();

    @Override
    public void onStart() {
      begun.countDown();
    }

    @Override
    public void onEvent(Event event, long sequence, boolean endOfBatch) {
      sum.addAndGet(event.value);
    }
  }
}
