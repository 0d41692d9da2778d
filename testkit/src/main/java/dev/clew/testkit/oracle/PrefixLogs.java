package dev.clew.testkit.oracle;

import dev.clew.trace.OpKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The name of a prefix class by what each thread could note in a log of its own, event by event.
 *
 * <p>Beside kind and label an event notes, of every object it touches: how many writes came before;
 * if it only looks, also how many shares of each thread came before; if it shares, how many looks
 * of each thread. Writes are therefore numbered in their order, every look and share is placed
 * between two writes, and every look is placed among the shares of every thread: the order of all
 * dependent pairs and nothing else. A timeout depends on everything and is noted in every log.
 *
 * <p>Logs are numbered by a table of this instance, so names from one instance can be compared and
 * are as long as there are threads.
 */
final class PrefixLogs {
  private final int threads;
  private final int objects;
  private final int countsPerObject;
  private final Map<Key, Integer> numbers = new HashMap<>();

  PrefixLogs(World world) {
    this.threads = world.clock() + 1;
    this.objects = world.objectCount();
    this.countsPerObject = 1 + 2 * threads;
  }

  /** The logs before the first event. */
  Logs empty() {
    return new Logs(new int[threads], new int[objects * countsPerObject]);
  }

  /** The logs of all threads after some prefix, with what is needed to write on. */
  final class Logs {
    private final int[] logs;

    /** For every object: writes, looks of each thread, shares of each thread. */
    private final int[] counts;

    private Logs(int[] logs, int[] counts) {
      this.logs = logs;
      this.counts = counts;
    }

    /** The name of the prefix class. */
    Key key() {
      return new Key(logs);
    }

    /** The logs after one more event. */
    Logs after(OracleEvent event) {
      Logs next = new Logs(logs.clone(), counts.clone());
      int kind = event.kind().code();
      if (event.kind() == OpKind.TIMEOUT) {
        for (int t = 0; t < threads; t++) {
          next.logs[t] = number(new int[] {logs[t], kind, event.label()});
        }
        return next;
      }
      List<Access> accesses = event.accesses();
      int[] note = new int[3 + accesses.size() * (3 + threads)];
      note[0] = logs[event.thread()];
      note[1] = kind;
      note[2] = event.label();
      int length = 3;
      for (Access access : accesses) {
        length = note(access, note, length);
        next.count(event.thread(), access);
      }
      next.logs[event.thread()] = number(Arrays.copyOf(note, length));
      return next;
    }

    private int note(Access access, int[] note, int from) {
      int base = access.object() * countsPerObject;
      int length = from;
      note[length++] = access.object();
      note[length++] = access.mode().code();
      note[length++] = counts[base];
      int others =
          switch (access.mode()) {
            case READ -> base + 1 + threads;
            case SHARE -> base + 1;
            case WRITE -> -1;
          };
      if (others >= 0) {
        for (int t = 0; t < threads; t++) {
          note[length++] = counts[others + t];
        }
      }
      return length;
    }

    private void count(int thread, Access access) {
      int base = access.object() * countsPerObject;
      switch (access.mode()) {
        case WRITE -> counts[base]++;
        case READ -> counts[base + 1 + thread]++;
        case SHARE -> counts[base + 1 + threads + thread]++;
      }
    }
  }

  /** The number of the log that ends with this note; 0 is the empty one. */
  private int number(int[] logAndNote) {
    return numbers.computeIfAbsent(new Key(logAndNote), key -> numbers.size() + 1);
  }
}
