/**
 * The other JVM, in which tests are checked.
 *
 * <p>Role: unpacks the tool, starts it, asks it and ends it. Input: a {@link
 * dev.clew.junit.worker.Request}. Output: an {@link dev.clew.junit.worker.Answer}. Entry class:
 * {@link dev.clew.junit.worker.SharedWorker}.
 */
@NullMarked
package dev.clew.junit.worker;

import org.jspecify.annotations.NullMarked;
