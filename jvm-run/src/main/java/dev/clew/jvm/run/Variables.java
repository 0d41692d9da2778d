package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Fields and elements. Accesses to volatile fields are visible operations; those to plain locations
 * are only watched for races until a race makes them visible. Locations that are also accessed
 * atomically, by handles, are visible and watched.
 */
public final class Variables {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE, true);

  private final Execution execution;

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
    }
    if (self.readsOptimistically) {
      accessAtomically(field);
    } else if (execution.objects.isWatched(field)) {
      execution.races.read(self, shadow, slot, field, site, execution.events());
    }
  }

  public void writeField(Object owner, @Nullable Shadow carried, int slot, int field, int site) {
    Shadow shadow = execution.shadows.carried(owner, carried);
    ProgramThread self = execution.current;
    self.effects++;
    if (self.isAtFence) {
      writeAtFence(self, execution.objects.field(shadow, slot, field), owner, field, site);
      return;
    }
    if (execution.objects.isFieldVisible(field)) {
      write(self, execution.objects.field(shadow, slot, field), owner, field, site);
    } else {
      noteInInitialiser(self, shadow, field);
    }
    if (execution.objects.isWatched(field)) {
      execution.races.write(self, shadow, slot, field, site, execution.events());
    }
  }

  public void readStatic(int field, int site) {
    Shadow shadow = execution.shadows.ofStatic(field);
    ProgramThread self = execution.current;
    if (execution.objects.isFieldVisible(field)) {
      read(self, execution.objects.declared(field), null, field, site);
    } else {
      noteInInitialiser(self, shadow, field);
    }
    if (self.readsOptimistically) {
      accessAtomically(field);
    } else if (execution.objects.isWatched(field)) {
      execution.races.read(self, shadow, 0, field, site, execution.events());
    }
  }

  public void writeStatic(int field, int site) {
    Shadow shadow = execution.shadows.ofStatic(field);
    ProgramThread self = execution.current;
    self.effects++;
    if (self.isAtFence) {
      writeAtFence(self, execution.objects.declared(field), null, field, site);
      return;
    }
    if (execution.objects.isFieldVisible(field)) {
      write(self, execution.objects.declared(field), null, field, site);
    } else {
      noteInInitialiser(self, shadow, field);
    }
    if (execution.objects.isWatched(field)) {
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
      boolean wantsValue =
          execution.objects.areElementsAtomic(shadow) || execution.recordsDetails();
      int found = wantsValue ? execution.values.ofElement(array, index) : 0;
      int event = execution.recordAccess(self, OpKind.READ, number, READ, found, 0);
      if (execution.recordsDetails()) {
        execution.details.value(event, self, found);
      }
      if (execution.objects.areElementsAtomic(shadow)) {
        execution.clocks.find(self, number);
      }
    } else {
      noteInInitialiser(self, shadow, -1);
    }
    if (self.readsOptimistically) {
      accessAtomically(shadow);
    } else if (execution.objects.areElementsWatched(shadow)) {
      execution.races.accessElement(self, shadow, index, false, site, execution.events());
    }
  }

  public void writeElement(Object array, int index, int site) {
    if (index < 0 || index >= Array.getLength(array)) {
      return;
    }
    Shadow shadow = execution.shadows.of(array);
    ProgramThread self = execution.current;
    self.effects++;
    if (self.isAtFence) {
      writeElementAtFence(self, shadow, array, index, site);
      return;
    }
    if (execution.objects.areElementsVisible(shadow)) {
      int number = execution.objects.element(shadow, index);
      execution.stand(self, OpKind.WRITE, number, null, site);
      boolean isCompared = execution.objects.areElementsAtomic(shadow);
      int found = isCompared ? execution.values.ofElement(array, index) : 0;
      int event = execution.recordAccess(self, OpKind.WRITE, number, WRITE, found, 0);
      if (execution.recordsDetails()) {
        execution.details.valueWillBeIn(event, self, array, -1, index);
      }
      if (isCompared) {
        execution.clocks.releaseFenced(self, number);
      }
    } else {
      noteInInitialiser(self, shadow, -1);
    }
    if (execution.objects.areElementsWatched(shadow)) {
      execution.races.accessElement(self, shadow, index, true, site, execution.events());
    }
  }

  /**
   * Accesses many elements of an array at once.
   *
   * @return false if nothing was done, because each is an operation of its own
   */
  boolean accessElements(Object array, int from, int to, boolean isWrite, int site) {
    Shadow shadow = execution.shadows.of(array);
    ProgramThread self = execution.current;
    if (execution.objects.areElementsVisible(shadow)
        || self.readsOptimistically
        || self.isAtFence) {
      return false;
    }
    self.effects += isWrite ? to - from : 0;
    noteInInitialiser(self, shadow, -1);
    if (execution.objects.areElementsWatched(shadow)) {
      execution.races.accessElements(self, shadow, from, to, isWrite, site, execution.events());
    }
    return true;
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
    boolean wantsValue = execution.objects.isAtomic(field) || execution.recordsDetails();
    int found = wantsValue ? execution.values.ofField(owner, field) : 0;
    int event = execution.recordAccess(self, OpKind.READ, number, READ, found, 0);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, found);
    }
    if (!Fields.isVolatile(field) && execution.objects.isAtomic(field)) {
      execution.clocks.find(self, number);
    }
  }

  private void write(ProgramThread self, int number, @Nullable Object owner, int field, int site) {
    execution.stand(self, OpKind.WRITE, number, null, site);
    int found = execution.objects.isAtomic(field) ? execution.values.ofField(owner, field) : 0;
    int event = execution.recordAccess(self, OpKind.WRITE, number, WRITE, found, 0);
    if (execution.recordsDetails()) {
      execution.details.valueWillBeIn(event, self, owner, field, 0);
    }
    if (!Fields.isVolatile(field) && execution.objects.isAtomic(field)) {
      execution.clocks.releaseFenced(self, number);
    }
  }

  /** A write right after a release fence. */
  private void writeAtFence(
      ProgramThread self, int number, @Nullable Object owner, int field, int site) {
    if (!execution.objects.isAtomic(field)) {
      accessAtomically(field);
      execution.dismiss(self); // who read it so far may find it out of order
    }
    execution.stand(self, OpKind.WRITE, number, null, site);
    int found = execution.values.ofField(owner, field);
    int event = Atomics.recordWrite(execution, number, MemoryOrder.RELEASE, found, found);
    if (execution.recordsDetails()) {
      execution.details.valueWillBeIn(event, self, owner, field, 0);
    }
  }

  private void writeElementAtFence(
      ProgramThread self, Shadow shadow, Object array, int index, int site) {
    if (!execution.objects.areElementsAtomic(shadow)) {
      accessAtomically(shadow);
      execution.dismiss(self);
    }
    int number = execution.objects.element(shadow, index);
    execution.stand(self, OpKind.WRITE, number, null, site);
    int found = execution.values.ofElement(array, index);
    int event = Atomics.recordWrite(execution, number, MemoryOrder.RELEASE, found, found);
    if (execution.recordsDetails()) {
      execution.details.valueWillBeIn(event, self, array, -1, index);
    }
  }

  // --- atomic accesses

  /** From the next execution on, all accesses to this field are visible and say what they find. */
  public void accessAtomically(int field) {
    if (!execution.objects.isAtomic(field)) {
      execution.trace().reveal(execution.objects.atomic(field));
    }
  }

  /** The same for the elements of an array. */
  public void accessAtomically(Shadow array) {
    if (!execution.objects.areElementsAtomic(array)) {
      execution.trace().reveal(execution.objects.atomicArraysMadeAt(array.site));
    }
  }
}
