/**
 * Tells one finding as a story: what each thread did, in which order, and why that is wrong.
 *
 * <p>Input: an execution done again ({@link dev.clew.report.story.Reenactment}) and the finding it
 * shows. Output: text for a person. Entry class: {@link dev.clew.report.story.FindingText}.
 */
@NullMarked
package dev.clew.report.story;

import org.jspecify.annotations.NullMarked;
