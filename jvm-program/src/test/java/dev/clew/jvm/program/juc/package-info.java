/** Programs that use the primitives of the JDK, and the tests that explore them. */
@NullMarked
package dev.clew.jvm.program.juc;

import org.jspecify.annotations.NullMarked;
