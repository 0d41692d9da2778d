/**
 * The corpus of known counts, in Java.
 *
 * <p>The programs run as programs under test; they do the same visible operations as the toy
 * programs of the same name. A plain location is used by one thread, or under a lock. Input: sizes
 * as arguments. Output: {@link dev.clew.jvm.program.corpus.JavaProgram}s with the number of their
 * trace classes. Entry class: {@link dev.clew.jvm.program.corpus.JavaCorpus}.
 */
@NullMarked
package dev.clew.jvm.program.corpus;

import org.jspecify.annotations.NullMarked;
