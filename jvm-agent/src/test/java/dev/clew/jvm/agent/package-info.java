@NullMarked
package dev.clew.jvm.agent;

import org.jspecify.annotations.NullMarked;
