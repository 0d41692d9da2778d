@NullMarked
package dev.clew.jvm.program;

import org.jspecify.annotations.NullMarked;
