package hikari;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** The bag in which the pool keeps its connections. */
public final class Bags {
  private Bags() {}

  /** One entry, two threads: who comes second waits for it. */
  public static void borrowAndReturn() throws InterruptedException {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
    bag.add(new Entry());
    Runnable use = () -> use(bag);
    Both.run(use, use);
    Both.check(bag.getCount(IConcurrentBagEntry.STATE_NOT_IN_USE) == 1, "the entry is gone");
    bag.close();
  }

  /** An entry comes while somebody waits for one. */
  public static void added() throws InterruptedException {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
    Both.run(() -> use(bag), () -> bag.add(new Entry()));
    Both.check(bag.getCount(IConcurrentBagEntry.STATE_NOT_IN_USE) == 1, "the entry is gone");
    bag.close();
  }

  /** Who needs an entry asks for one, and gets it. */
  public static void addedOnDemand() throws InterruptedException {
    AtomicInteger made = new AtomicInteger();
    @SuppressWarnings("unchecked")
    ConcurrentBag<Entry>[] bags = new ConcurrentBag[1];
    Thread[] maker = new Thread[1];
    ConcurrentBag<Entry> bag =
        new ConcurrentBag<>(
            waiting -> {
              if (made.incrementAndGet() == 1) {
                maker[0] = new Thread(() -> bags[0].add(new Entry()));
                maker[0].start();
              }
            });
    bags[0] = bag;
    use(bag);
    maker[0].join();
    Both.check(bag.size() == 1, bag.size() + " entries");
    bag.close();
  }

  /**
   * One thread borrows, the other one reserves the entry and throws it away: one of them gets it.
   */
  public static void reserveAndRemove() throws InterruptedException {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
    Entry entry = new Entry();
    bag.add(entry);
    Entry[] got = new Entry[1];
    boolean[] removed = new boolean[1];
    Both.run(
        () -> got[0] = borrow(bag), () -> removed[0] = bag.reserve(entry) && bag.remove(entry));
    Both.check((got[0] != null) != removed[0], "both or none got the entry");
    Both.check(bag.size() == (removed[0] ? 0 : 1), bag.size() + " entries");
  }

  /** Both borrow one of two entries: not the same. */
  public static void twoEntries() throws InterruptedException {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
    bag.add(new Entry());
    bag.add(new Entry());
    Entry[] got = new Entry[2];
    Both.run(() -> got[0] = borrow(bag), () -> got[1] = borrow(bag));
    Both.check(got[0] != null && got[1] != null && got[0] != got[1], "the same entry");
  }

  private static void use(ConcurrentBag<Entry> bag) {
    Entry entry = borrow(bag);
    Both.check(entry != null, "no entry within a minute");
    Both.check(entry.users.incrementAndGet() == 1, "two have the same entry");
    entry.users.decrementAndGet();
    bag.requite(entry);
  }

  private static Entry borrow(ConcurrentBag<Entry> bag) {
    try {
      return bag.borrow(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Something to borrow. */
  private static final class Entry implements IConcurrentBagEntry {
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicInteger users = new AtomicInteger();

    @Override
    public boolean compareAndSet(int expected, int next) {
      return state.compareAndSet(expected, next);
    }

    @Override
    public void setState(int next) {
      state.set(next);
    }

    @Override
    public int getState() {
      return state.get();
    }
  }
}
