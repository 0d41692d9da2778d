package dev.clew.report.story;

/**
 * One line of the story: a thread does something.
 *
 * @param thread the thread whose column it stands in
 * @param mark where in the source, as in {@code :7}
 * @param text what it does
 * @param note what to make of it, empty if nothing
 */
record Row(int thread, String mark, String text, String note) {}
