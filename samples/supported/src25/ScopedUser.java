/**
 * A value of a scope is not there for a thread that was started by hand.
 *
 * <p>Shows: ScopedValue. Finds: exception.
 */
public class ScopedUser {
  private static final ScopedValue<String> user = ScopedValue.newInstance();

  public static void main(String[] args) throws InterruptedException {
    ScopedValue.where(user, "me")
        .run(
            () -> {
              String mine = user.get();
              boolean isRight = args[0].equals("right");
              Thread thread = new Thread(() -> assertMe(isRight ? mine : user.get()));
              thread.start();
            });
  }

  private static void assertMe(String name) {
    assert name.equals("me");
  }
}
