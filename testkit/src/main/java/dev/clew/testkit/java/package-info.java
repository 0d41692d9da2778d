/**
 * Toy programs written in Java: what the front end for Java does with them is compared with the
 * oracles.
 *
 * <p>Input: toy programs. Output: Java sources, and traces of the Java programs read as executions
 * of the toy. Entry: {@link dev.clew.testkit.java.JavaLanguage}.
 */
@NullMarked
package dev.clew.testkit.java;

import org.jspecify.annotations.NullMarked;
