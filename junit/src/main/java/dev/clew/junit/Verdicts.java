package dev.clew.junit;

import dev.clew.junit.worker.Answer;

/** What the answer of a worker means to a test. */
final class Verdicts {
  private Verdicts() {}

  /**
   * Comes back if a test passes.
   *
   * @param mayBeLimited whether a search may end before everything was explored
   * @throws InterleavingFailure if it fails
   * @throws UncheckableTest if it could not be checked
   */
  static void check(Answer answer, Class<?> type, String method, boolean mayBeLimited) {
    switch (answer.verdict()) {
      case VERIFIED -> {}
      case VIOLATION -> throw new InterleavingFailure(answer, type, method);
      case INCONCLUSIVE -> {
        if (!mayBeLimited || !answer.isLimit()) {
          throw new UncheckableTest(answer.text());
        }
        System.out.println(
            "clew: " + type.getSimpleName() + "." + method + ": " + answer.verdictLine());
      }
      case UNUSABLE -> throw new UncheckableTest(answer.text());
    }
  }
}
