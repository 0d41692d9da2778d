/**
 * Knows which classes a search executed: 128 bits for the class of an execution, and a table of
 * them. In: traces; out: whether an execution is of a class that was executed. Entry: {@link
 * dev.clew.explore.audit.ClassFingerprint}, {@link dev.clew.explore.audit.ExecutedClasses}.
 */
@NullMarked
package dev.clew.explore.audit;

import org.jspecify.annotations.NullMarked;
