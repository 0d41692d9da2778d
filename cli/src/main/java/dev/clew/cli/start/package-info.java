/**
 * What has the tool start quickly: run by the script, once after a build.
 *
 * <p>Input: the jars of the tool. Output: newer class files in them, and what the JVM needs for its
 * archive. Entry classes: {@link dev.clew.cli.start.NewerClassFiles}, {@link
 * dev.clew.cli.start.Rehearsal}.
 */
@NullMarked
package dev.clew.cli.start;

import org.jspecify.annotations.NullMarked;
