/**
 * What the threads of a Java program may still do, read from the code of the program.
 *
 * <p>Input: where a thread stands (its frames, with the values they still need), and the code of
 * the classes that were loaded. Output: the plain locations that it may access, with the mutexes it
 * surely holds there, and the objects of the operations that it may do. When in doubt, anything.
 * Entry class: {@link dev.clew.jvm.program.prospects.JavaProspects}.
 */
@NullMarked
package dev.clew.jvm.program.prospects;

import org.jspecify.annotations.NullMarked;
