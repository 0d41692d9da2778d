/**
 * Methods of concurrent collections of the JDK that take a function of the program, or go through a
 * collection step by step. All other methods of these classes are one operation each, see {@link
 * dev.clew.jvm.run.AtomicCalls}.
 *
 * <p>Input: calls of the program and of the JDK, under control. Output: what the JDK would do, by
 * calls that are operations, with the function under control in between. Entry: {@link
 * dev.clew.jvm.run.collections.ConcurrentHashMapModel}.
 */
@NullMarked
package dev.clew.jvm.run.collections;

import org.jspecify.annotations.NullMarked;
