/**
 * Tells the user: one result as text, as JSON, and as files that replay what was found.
 *
 * <p>Input: a {@link dev.clew.report.CheckResult}. Output: text, JSON, replay files. Entry classes:
 * {@link dev.clew.report.TextReport}, {@link dev.clew.report.JsonReport} and {@link
 * dev.clew.report.ReplayFile}.
 */
@NullMarked
package dev.clew.report;

import org.jspecify.annotations.NullMarked;
