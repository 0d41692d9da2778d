package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.ProgramCode;
import dev.clew.jvm.agent.ProgramCode.NamedField;
import dev.clew.jvm.run.ClassInitialisation;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Fields;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Standpoint;

/** What the reader of the code asks about the program and the execution. */
final class Surroundings {
  private final Execution execution;
  private final Standpoint standpoint;
  final ProgramCode code;
  final Things things;
  final Heap heap;

  Surroundings(
      Execution execution, Standpoint standpoint, ProgramCode code, Things things, Heap heap) {
    this.execution = execution;
    this.standpoint = standpoint;
    this.code = code;
    this.things = things;
    this.heap = heap;
  }

  /** Whether a class can be used without that its initialiser runs. */
  boolean isReady(String internalName) {
    if (!code.isOfProgram(internalName)) {
      return true;
    }
    return code.isLoaded(internalName)
        && (!code.needsInitialisation(internalName)
            || ClassInitialisation.isDone(internalName.replace('/', '.')));
  }

  /** Whether accesses to a field are operations. */
  boolean isOperation(NamedField field) {
    return field.isVolatile()
        || Fields.isAtomic(field.number())
        || execution.objects.isFieldVisible(field.number());
  }

  /** Whether accesses to a field order threads. */
  boolean isForThreads(NamedField field) {
    return field.isVolatile() || Fields.isAtomic(field.number());
  }

  /** Whether accesses to the elements of an array are operations. */
  boolean areElementsVisible(int thing) {
    Shadow shadow = standpoint.identity(things.object(thing));
    return shadow != null && execution.objects.areElementsOfSiteVisible(shadow.site);
  }

  /** Whether fresh objects can become known to others without that these come after. */
  boolean canLeak() {
    return execution.objects.isAnyReferenceVisible();
  }

  /** The internal name of the class of an object. */
  String typeOf(Value object) {
    if (object instanceof Value.Fresh fresh) {
      return fresh.type();
    }
    Value.Known known = (Value.Known) object;
    return things.object(known.thing()).getClass().getName().replace('.', '/');
  }

  /** A field of an object, or a static field. */
  Location field(NamedField field, boolean isStatic, Value owner) {
    if (isStatic) {
      return new Location(field.number(), 0, Objects.OUTSIDE, -1 - field.number(), 0);
    }
    if (owner instanceof Value.Known known) {
      int thing = known.thing();
      return new Location(field.number(), 0, things.maker(thing), things.ordinal(thing), 0);
    }
    return new Location(field.number(), 0, Location.ANYONE, 0, 0);
  }

  /** An element of an array. */
  Location element(int elements, Value array, Value index) {
    int at = index instanceof Value.Int known ? known.value() : Location.ANY_INDEX;
    if (array instanceof Value.Known known) {
      int thing = known.thing();
      return new Location(-1, elements, things.maker(thing), things.ordinal(thing), at);
    }
    return new Location(-1, elements, Location.ANYONE, 0, at);
  }
}
