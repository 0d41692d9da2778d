package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A field of the program, as hooks know it: where code that reaches it by its name finds the same
 * variable as code that accesses it.
 *
 * @param field its number in {@link Fields}
 * @param slot its slot in an object, 0 if it is static
 * @param declaring the class that declares it
 */
public record FieldPlace(int field, int slot, Class<?> declaring) {
  /** Stands for a field that hooks do not know, in the table. */
  private static final FieldPlace NONE = new FieldPlace(-1, 0, Object.class);

  private static final ClassValue<Map<String, FieldPlace>> DECLARED =
      new ClassValue<>() {
        @Override
        protected Map<String, FieldPlace> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /**
   * The field that a class declares or inherits, null if there is none or if it is not one of the
   * program that can change.
   */
  public static @Nullable FieldPlace find(Class<?> type, String name) {
    FieldPlace known = DECLARED.get(type).get(name);
    if (known == null) {
      FieldPlace found = search(type, name);
      known = found == null ? NONE : found;
      DECLARED.get(type).put(name, known);
    }
    return known == NONE ? null : known;
  }

  private static @Nullable FieldPlace search(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      try {
        return of(each.getDeclaredField(name));
      } catch (NoSuchFieldException e) {
        continue; // inherited
      } catch (LinkageError e) {
        // Reflection needs the classes of all fields, and one is not there: hooks do not.
        int field = Fields.named(each.getName().replace('.', '/'), name);
        if (field >= 0) {
          return of(field, each);
        }
      }
    }
    return null;
  }

  /** The field, null if it is not one of the program that can change. */
  public static @Nullable FieldPlace of(Field reflected) {
    int modifiers = reflected.getModifiers();
    boolean isStatic = Modifier.isStatic(modifiers);
    Class<?> declaring = reflected.getDeclaringClass();
    int field =
        Fields.find(
            declaring.getName().replace('.', '/'),
            reflected.getName(),
            reflected.getType().descriptorString(),
            isStatic,
            Modifier.isVolatile(modifiers));
    return field < 0 ? null : of(field, declaring);
  }

  private static @Nullable FieldPlace of(int field, Class<?> declaring) {
    int slot = Fields.isStatic(field) ? 0 : Fields.slot(field);
    return slot < 0 ? null : new FieldPlace(field, slot, declaring);
  }

  public boolean isStatic() {
    return Fields.isStatic(field);
  }

  /** The number of this field of an object; of the class if it is static. */
  public int number(Execution now, @Nullable Object owner) {
    return owner == null || isStatic()
        ? now.objects.declared(field)
        : now.objects.field(now.shadows.of(owner), slot, field);
  }
}
