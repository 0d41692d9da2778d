/**
 * A thread expects a value that another one has set for itself.
 *
 * <p>Shows: ThreadLocal, InheritableThreadLocal. Finds: assertion.
 */
public class ThreadLocals {
  public static void main(String[] args) throws InterruptedException {
    boolean isInheritable = args[1].equals("InheritableThreadLocal");
    ThreadLocal<Integer> local =
        isInheritable ? new InheritableThreadLocal<>() : ThreadLocal.withInitial(() -> 0);
    boolean isRight = args[0].equals("right");
    if (isInheritable && isRight) {
      local.set(1);
    }
    Thread thread =
        Threads.start(
            () -> {
              if (!isInheritable && isRight) {
                local.set(1);
              }
              Integer mine = local.get();
              assert mine != null && mine == 1 : "it is " + mine;
            });
    local.set(1);
    thread.join();
  }
}
