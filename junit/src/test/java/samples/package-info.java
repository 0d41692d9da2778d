/** Test classes that are run by the tests of this module, not by the build. */
@NullMarked
package samples;

import org.jspecify.annotations.NullMarked;
