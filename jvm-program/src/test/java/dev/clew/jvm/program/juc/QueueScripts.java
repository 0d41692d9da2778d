package dev.clew.jvm.program.juc;

import java.util.ArrayList;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads that do to a queue, an exchanger and a phaser what scripts say. The first argument tells
 * what kind of queue, and how many elements it can have if that is limited; each other one is the
 * script of a thread.
 *
 * <p>A script is a sequence of letters, each perhaps with the number of a thread. An operation that
 * fails, gives up, is interrupted or finds an even number makes the thread skip the next one: so
 * programs do different things after different orders.
 */
public final class QueueScripts {
  private final BlockingQueue<Integer> queue;
  private final Exchanger<Integer> exchanger = new Exchanger<>();
  private final Phaser phaser;
  private final Thread[] threads;

  private QueueScripts(String kind, int threads) {
    int capacity = kind.length() > 1 ? kind.charAt(1) - '0' : Integer.MAX_VALUE;
    this.queue =
        switch (kind.charAt(0)) {
          case 'l' -> new LinkedBlockingQueue<>(capacity);
          case 'd' -> new LinkedBlockingDeque<>(capacity);
          case 'a' -> new ArrayBlockingQueue<>(capacity);
          case 'p' -> new PriorityBlockingQueue<>();
          case 's' -> new SynchronousQueue<>(capacity == 1);
          case 't' -> new LinkedTransferQueue<>();
          default -> throw new IllegalArgumentException("no queue " + kind);
        };
    this.phaser =
        new Phaser(2) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            return phase >= 1;
          }
        };
    this.threads = new Thread[threads];
  }

  public static void main(String[] args) {
    QueueScripts scripts = new QueueScripts(args[0], args.length - 1);
    for (int t = 1; t < args.length; t++) {
      String script = args[t];
      int number = t;
      scripts.threads[t - 1] = new Thread(() -> scripts.run(script, number));
    }
    for (Thread thread : scripts.threads) {
      thread.start();
    }
  }

  private void run(String script, int self) {
    boolean skips = false;
    for (int i = 0; i < script.length(); i++) {
      char operation = script.charAt(i);
      boolean hasNumber = i + 1 < script.length() && Character.isDigit(script.charAt(i + 1));
      int number = hasNumber ? script.charAt(++i) - '0' : 0;
      if (skips) {
        skips = false;
      } else {
        skips = !succeeds(operation, number, 10 * i + self);
      }
    }
  }

  private boolean succeeds(char operation, int number, int element) {
    try {
      return perform(operation, number, element);
    } catch (InterruptedException | TimeoutException | IllegalStateException e) {
      return false;
    }
  }

  private static boolean isOdd(Integer found) {
    return found != null && found % 2 == 1;
  }

  private boolean perform(char operation, int number, int element)
      throws InterruptedException, TimeoutException {
    switch (operation) {
      case 'p' -> queue.put(element);
      case 'o' -> {
        return queue.offer(element);
      }
      case 'O' -> {
        return queue.offer(element, 1, TimeUnit.SECONDS);
      }
      case 't' -> {
        return isOdd(queue.take());
      }
      case 'q' -> {
        return isOdd(queue.poll());
      }
      case 'Q' -> {
        return isOdd(queue.poll(1, TimeUnit.SECONDS));
      }
      case 'k' -> {
        return isOdd(queue.peek());
      }
      case 'n' -> {
        return queue.size() % 2 == 1;
      }
      case 'c' -> queue.clear();
      case 'd' -> {
        return queue.drainTo(new ArrayList<>()) % 2 == 1;
      }
      case 'x' -> {
        return isOdd(exchanger.exchange(element));
      }
      case 'X' -> {
        return isOdd(exchanger.exchange(element, 1, TimeUnit.SECONDS));
      }
      case 'i' -> threads[number].interrupt();
      default -> {
        return transfer(operation, element) && phase(operation);
      }
    }
    return true;
  }

  private boolean transfer(char operation, int element) throws InterruptedException {
    LinkedTransferQueue<Integer> transfers =
        queue instanceof LinkedTransferQueue<Integer> known ? known : new LinkedTransferQueue<>();
    switch (operation) {
      case 'f' -> transfers.transfer(element);
      case 'F' -> {
        return transfers.tryTransfer(element);
      }
      case 'G' -> {
        return transfers.tryTransfer(element, 1, TimeUnit.SECONDS);
      }
      case 'h' -> {
        return transfers.hasWaitingConsumer();
      }
      default -> {
        return true;
      }
    }
    return true;
  }

  private boolean phase(char operation) throws InterruptedException, TimeoutException {
    return switch (operation) {
      case 'r' -> phaser.register() >= 0;
      case 'a' -> phaser.arrive() >= 0;
      case 'y' -> phaser.arriveAndDeregister() >= 0;
      case 'b' -> phaser.arriveAndAwaitAdvance() >= 0;
      case 'w' -> phaser.awaitAdvance(0) == 1;
      case 'W' -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS) == 1;
      case 'g' -> phaser.getArrivedParties() == 1;
      case 'z' -> {
        phaser.forceTermination();
        yield true;
      }
      default -> true;
    };
  }
}
