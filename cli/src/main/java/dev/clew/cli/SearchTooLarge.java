package dev.clew.cli;

/** A search needs more memory than there is; the message says how far it got. */
final class SearchTooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SearchTooLarge(String message) {
    super(message);
  }
}
