package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Which threads run the same task: the same object, or lambdas of one place that captured the same.
 *
 * <p>The code of a lambda cannot name the lambda, so that nothing tells two of them apart that
 * captured the same objects and the same values. Objects of other classes can name themselves, and
 * so can threads that are no plain {@code Thread}.
 */
final class Tasks {
  private static final ClassValue<Field[]> CAPTURED =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          Field[] fields = type.getDeclaredFields();
          for (Field field : fields) {
            field.setAccessible(true);
          }
          return fields;
        }
      };

  private Tasks() {}

  static boolean areAlike(@Nullable Thread first, @Nullable Thread second) {
    return first != null
        && second != null
        && first.getClass() == Thread.class
        && second.getClass() == Thread.class
        && first.isDaemon() == second.isDaemon()
        && first.getContextClassLoader() == second.getContextClassLoader()
        && first.getThreadGroup() == second.getThreadGroup()
        && !ThreadFields.hasHandler(first)
        && !ThreadFields.hasHandler(second)
        && areSame(ThreadFields.task(first), ThreadFields.task(second));
  }

  private static boolean areSame(@Nullable Object first, @Nullable Object second) {
    if (first == null || second == null || first.getClass() != second.getClass()) {
      return false;
    }
    return first == second || first.getClass().isHidden() && haveCapturedTheSame(first, second);
  }

  private static boolean haveCapturedTheSame(Object first, Object second) {
    try {
      for (Field field : CAPTURED.get(first.getClass())) {
        Object one = field.get(first);
        Object other = field.get(second);
        boolean isValue = field.getType().isPrimitive() && one != null;
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        if (isValue ? !one.equals(other) : one != other) {
          return false;
        }
      }
      return true;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the fields were made accessible", e);
    }
  }
}
