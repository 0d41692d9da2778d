package subjects.hooks;

/** Loops of every form, three times round each. */
public final class Loops {

  private Loops() {}

  public static Object run() {
    int count = 0;
    for (int i = 0; i < 3; i++) {
      count++;
    }
    int i = 0;
    while (i < 3) {
      i++;
    }
    do {
      i--;
    } while (i > 0);
    outer:
    while (true) {
      switch (i++) {
        case 0:
        case 1:
        case 2:
          continue outer;
        default:
          break outer;
      }
    }
    return count + i;
  }
}
