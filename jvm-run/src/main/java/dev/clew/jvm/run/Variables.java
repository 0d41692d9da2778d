package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fields and elements. Accesses to volatile fields are visible operations; those to plain locations
 * are only watched for races until a race makes them visible.
 */
public final class Variables {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE, true);

  private final Execution execution;

  /** Fields that are targets of compare-and-set: what an access finds there must be recorded. */
  private boolean[] isCompared = new boolean[16];

  public Variables(Execution execution) {
    this.execution = execution;
  }

  // --- plain fields

  public void readField(Object owner, @Nullable Shadow carried, int slot, int field, int site) {
    Shadow shadow = execution.shadows.carried(owner, carried);
    ProgramThread self = execution.current;
    if (execution.objects.isFieldVisible(field)) {
      read(self, execution.objects.field(shadow, slot, field), owner, field, site);
    } else {
      noteInInitialiser(self, shadow, field);
      execution.races.read(self, shadow, slot, field, site, execution.events());
    }
  }

  public void writeField(Object owner, @Nullable Shadow carried, int slot, int field, int site) {
    Shadow shadow = execution.shadows.carried(owner, carried);
    ProgramThread self = execution.current;
    if (execution.objects.isFieldVisible(field)) {
      write(self, execution.objects.field(shadow, slot, field), owner, field, site);
    } else {
      noteInInitialiser(self, shadow, field);
      execution.races.write(self, shadow, slot, field, site, execution.events());
    }
  }

  public void readStatic(int field, int site) {
    ProgramThread self = execution.current;
    if (execution.objects.isFieldVisible(field)) {
      read(self, execution.objects.declared(field), null, field, site);
    } else {
      Shadow shadow = execution.shadows.ofStatic(field);
      noteInInitialiser(self, shadow, field);
      execution.races.read(self, shadow, 0, field, site, execution.events());
    }
  }

  public void writeStatic(int field, int site) {
    ProgramThread self = execution.current;
    if (execution.objects.isFieldVisible(field)) {
      write(self, execution.objects.declared(field), null, field, site);
    } else {
      Shadow shadow = execution.shadows.ofStatic(field);
      noteInInitialiser(self, shadow, field);
      execution.races.write(self, shadow, 0, field, site, execution.events());
    }
  }

  private void noteInInitialiser(ProgramThread self, Shadow shadow, int field) {
    if (self.initialisers != 0) {
      execution.initialisers.access(self, shadow, field);
    }
  }

  // --- elements

  public void readElement(Object array, int index, int site) {
    if (index < 0 || index >= Array.getLength(array)) {
      return;
    }
    Shadow shadow = execution.shadows.of(array);
    ProgramThread self = execution.current;
    if (execution.objects.areElementsVisible(shadow)) {
      int number = execution.objects.element(shadow, index);
      execution.stand(self, OpKind.READ, number, null, site);
      int event = execution.recordAccess(self, OpKind.READ, number, READ, 0, 0);
      if (execution.recordsDetails()) {
        execution.details.value(event, self, execution.values.ofElement(array, index));
      }
    } else {
      noteInInitialiser(self, shadow, -1);
      execution.races.read(self, shadow, index, -1, site, execution.events());
    }
  }

  public void writeElement(Object array, int index, int site) {
    if (index < 0 || index >= Array.getLength(array)) {
      return;
    }
    Shadow shadow = execution.shadows.of(array);
    ProgramThread self = execution.current;
    if (execution.objects.areElementsVisible(shadow)) {
      int number = execution.objects.element(shadow, index);
      execution.stand(self, OpKind.WRITE, number, null, site);
      int event = execution.recordAccess(self, OpKind.WRITE, number, WRITE, 0, 0);
      if (execution.recordsDetails()) {
        execution.details.valueWillBeIn(event, self, array, -1, index);
      }
    } else {
      noteInInitialiser(self, shadow, -1);
      execution.races.write(self, shadow, index, -1, site, execution.events());
    }
  }

  // --- volatile fields

  public void readVolatile(Object owner, @Nullable Shadow carried, int slot, int field, int site) {
    Shadow shadow = execution.shadows.carried(owner, carried);
    ProgramThread self = execution.current;
    int number = execution.objects.field(shadow, slot, field);
    read(self, number, owner, field, site);
    execution.clocks.acquire(self, number);
  }

  public void writeVolatile(Object owner, @Nullable Shadow carried, int slot, int field, int site) {
    Shadow shadow = execution.shadows.carried(owner, carried);
    ProgramThread self = execution.current;
    int number = execution.objects.field(shadow, slot, field);
    write(self, number, owner, field, site);
    execution.clocks.release(self, number);
  }

  public void readVolatileStatic(int field, int site) {
    ProgramThread self = execution.current;
    int number = execution.objects.declared(field);
    read(self, number, null, field, site);
    execution.clocks.acquire(self, number);
  }

  public void writeVolatileStatic(int field, int site) {
    ProgramThread self = execution.current;
    int number = execution.objects.declared(field);
    write(self, number, null, field, site);
    execution.clocks.release(self, number);
  }

  // --- visible accesses

  private void read(ProgramThread self, int number, @Nullable Object owner, int field, int site) {
    execution.stand(self, OpKind.READ, number, null, site);
    boolean wantsValue = isCompared(field) || execution.recordsDetails();
    int found = wantsValue ? execution.values.ofField(owner, field) : 0;
    int event = execution.recordAccess(self, OpKind.READ, number, READ, found, 0);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, found);
    }
  }

  private void write(ProgramThread self, int number, @Nullable Object owner, int field, int site) {
    execution.stand(self, OpKind.WRITE, number, null, site);
    int found = isCompared(field) ? execution.values.ofField(owner, field) : 0;
    int event = execution.recordAccess(self, OpKind.WRITE, number, WRITE, found, 0);
    if (execution.recordsDetails()) {
      execution.details.valueWillBeIn(event, self, owner, field, 0);
    }
  }

  /** Whether what accesses find in a field must be recorded. */
  public boolean isCompared(int field) {
    return field < isCompared.length && isCompared[field];
  }

  /** From the next execution on, what accesses find in this field is recorded. */
  public void compare(int field) {
    if (!isCompared(field)) {
      if (field >= isCompared.length) {
        isCompared = Arrays.copyOf(isCompared, Math.max(2 * isCompared.length, field + 1));
      }
      isCompared[field] = true;
      execution.trace().reveal(execution.objects.declared(field));
    }
  }
}
