package dev.clew.jvm.run;

import dev.clew.trace.NumberExchange;
import dev.clew.trace.StableIds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Exchanges the meaning of numbers with another virtual machine that runs the same program.
 *
 * <p>Classes, fields, source positions and keys of maps are told by name; threads, identities and
 * parts of objects by what made them, in the order of their numbers, so that what they refer to was
 * told before.
 */
public final class ProgramNumberExchange implements NumberExchange {
  private final ProgramThreads programThreads;
  private final Objects programObjects;
  private final Patience patience;
  private final Rounds rounds;
  private final ShortSleeps shortSleeps;
  private final Spins spins;
  private final SeenClasses seen;
  private int seenSize = -1;

  /** What {@link #known} was when something was told last. */
  private long told = -1;

  private final Translation classes = new Translation();
  private final Translation fields = new Translation();
  private final Translation sites = new Translation();
  private final Translation threads = new Translation();
  private final Translation keys = new Translation();
  private final Translation names = new Translation();
  private final Translation identities = new Translation();
  private final Translation objects = new Translation();

  /** An exchange that has not begun. */
  public ProgramNumberExchange(Execution execution, SeenClasses seen) {
    this.seen = seen;
    this.programThreads = execution.threads;
    this.programObjects = execution.objects;
    this.patience = execution.patience;
    this.rounds = execution.rounds;
    this.shortSleeps = execution.shortSleeps;
    this.spins = execution.spinning;
  }

  // --- telling

  @Override
  public void tell(DataOutput out) throws IOException {
    long known = known();
    out.writeBoolean(known != told);
    if (known != told) {
      told = known;
      tellNew(out);
    }
  }

  /** Grows whenever there is something to tell. */
  private long known() {
    long flags =
        (programThreads.haveTimeouts() ? 1 : 0)
            + (programThreads.leaked().isEmpty() ? 0 : 1)
            + (programThreads.wasOrdered() ? 1 : 0)
            + (programThreads.wereInTurn() ? 1 : 0)
            + (programThreads.wasSleepHeld() ? 1 : 0)
            + (shortSleeps.wereSeen() ? 1 : 0)
            + (shortSleeps.outlastedWaits() ? 1 : 0)
            + (patience.wasLimited() ? 1 : 0)
            + (patience.isWaitSeen() ? 1 : 0)
            + (rounds.wereBounded() ? 1 : 0)
            + (Rounds.ALL_RUNS - programThreads.fewestRuns())
            + (spins.clockSite() >= 0 ? 1 : 0)
            + (spins.wereFair() ? 1 : 0);
    return flags
        + Classes.count()
        + Fields.count()
        + Sites.count()
        + programThreads.numbers().size()
        + programObjects.nameCount()
        + programObjects.keys().size()
        + programObjects.identities().size()
        + programObjects.parts().size()
        + seen.size();
  }

  private void tellNew(DataOutput out) throws IOException {
    int classCount = Classes.count();
    for (int i = classes.tell(classCount, out); i < classCount; i++) {
      out.writeUTF(Classes.name(i));
    }
    int fieldCount = Fields.count();
    for (int i = fields.tell(fieldCount, out); i < fieldCount; i++) {
      out.writeUTF(Fields.declaringClass(i));
      out.writeUTF(Fields.name(i));
      out.writeUTF(Fields.descriptor(i));
      out.writeBoolean(Fields.isStatic(i));
      out.writeBoolean(Fields.isVolatile(i));
    }
    int siteCount = Sites.count();
    for (int i = sites.tell(siteCount, out); i < siteCount; i++) {
      out.writeUTF(Sites.className(i));
      out.writeUTF(Sites.file(i));
      out.writeUTF(Sites.method(i));
      out.writeInt(Sites.line(i));
    }
    tell(threads, programThreads.numbers(), out);
    List<String> allNames = programObjects.names();
    for (int i = names.tell(allNames.size(), out); i < allNames.size(); i++) {
      out.writeUTF(allNames.get(i));
    }
    MapKeys allKeys = programObjects.keys();
    for (int i = keys.tell(allKeys.size(), out); i < allKeys.size(); i++) {
      allKeys.write(i, out);
    }
    tell(identities, programObjects.identities(), out);
    tell(objects, programObjects.parts(), out);
    out.writeBoolean(programThreads.haveTimeouts());
    out.writeUTF(programThreads.leaked());
    out.writeBoolean(programThreads.wasOrdered());
    out.writeBoolean(programThreads.wereInTurn());
    out.writeBoolean(programThreads.wasSleepHeld());
    out.writeBoolean(shortSleeps.wereSeen());
    out.writeBoolean(shortSleeps.outlastedWaits());
    out.writeBoolean(patience.wasLimited());
    out.writeBoolean(patience.isWaitSeen());
    out.writeBoolean(rounds.wereBounded());
    out.writeInt(programThreads.fewestRuns());
    out.writeInt(spins.fairSite());
    out.writeInt(spins.clockSite());
    Set<String> news = seen.size() == seenSize ? Set.of() : seen.toTell();
    seenSize = seen.size();
    out.writeInt(news.size());
    for (String name : news) {
      out.writeUTF(name);
    }
  }

  private static void tell(Translation told, StableIds ids, DataOutput out) throws IOException {
    for (int id = told.tell(ids.size(), out); id < ids.size(); id++) {
      out.writeInt(ids.maker(id));
      out.writeInt(ids.ordinal(id));
    }
  }

  // --- hearing

  @Override
  public void hear(DataInput in) throws IOException {
    if (in.readBoolean()) {
      hearNew(in);
    }
  }

  private void hearNew(DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      classes.add(Classes.number(in.readUTF()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      fields.add(
          Fields.add(in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean(), in.readBoolean()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      sites.add(Sites.add(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      threads.add(programThreads.numbers().of(threads.ours(in.readInt()), in.readInt()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      names.add(programObjects.nameNumber(in.readUTF()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      keys.add(programObjects.keys().read(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      identities.add(identity(in.readInt(), in.readInt()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      int maker = makerOfPart(in.readInt());
      objects.add(programObjects.parts().of(maker, Objects.translated(in.readInt(), keys)));
    }
    if (in.readBoolean()) {
      programThreads.timedOperationSeen();
    }
    programThreads.noteLeak(in.readUTF());
    programThreads.noteTimes(in.readBoolean(), in.readBoolean(), in.readBoolean());
    shortSleeps.noteSeen(in.readBoolean(), in.readBoolean());
    patience.noteSeen(in.readBoolean(), in.readBoolean());
    rounds.noteBounded(in.readBoolean());
    programThreads.noteNotRunAgain(in.readInt());
    int fairSite = in.readInt();
    spins.noteFair(fairSite < 0 ? fairSite : sites.ours(fairSite));
    int clockSite = in.readInt();
    spins.noteClock(clockSite < 0 ? clockSite : sites.ours(clockSite));
    for (int left = in.readInt(); left > 0; left--) {
      seen.hear(in.readUTF());
    }
  }

  private int identity(int maker, int ordinal) {
    int ours = ordinal;
    if (maker <= Objects.OF_RECEIVER) {
      int receiver = threads.ours(Objects.OF_RECEIVER - maker);
      return programObjects.identities().of(Objects.OF_RECEIVER - receiver, ordinal);
    }
    if (maker <= Initialisers.OF_INITIALISER) {
      int classNumber = classes.ours(Initialisers.OF_INITIALISER - maker);
      return programObjects.identities().of(Initialisers.OF_INITIALISER - classNumber, ordinal);
    }
    if (maker == Objects.NAMED) {
      ours = names.ours(ordinal);
    } else if (maker == Objects.OUTSIDE && ordinal < 0) {
      // what a field held that nobody was seen to make
      ours = -1 - fields.ours(-1 - ordinal);
    }
    return programObjects.identities().of(threads.ours(maker), ours);
  }

  private int makerOfPart(int maker) {
    if (maker <= Objects.OF_COLLECTION) {
      return Objects.OF_COLLECTION - sites.ours(Objects.OF_COLLECTION - maker);
    }
    if (maker <= Objects.OF_CLASS) {
      return Objects.OF_CLASS - classes.ours(Objects.OF_CLASS - maker);
    }
    if (maker <= Objects.OF_SITE) {
      return Objects.OF_SITE - sites.ours(Objects.OF_SITE - maker);
    }
    if (maker <= Objects.OF_FIELD) {
      return Objects.OF_FIELD - fields.ours(Objects.OF_FIELD - maker);
    }
    if (maker <= Objects.OF_THREAD) {
      return Objects.OF_THREAD - threads.ours(Objects.OF_THREAD - maker);
    }
    return identities.ours(maker);
  }

  // --- numbers

  @Override
  public int thread(int theirs) {
    return threads.ours(theirs);
  }

  @Override
  public int object(int theirs) {
    return objects.ours(theirs);
  }

  /**
   * The alternatives of a notify or timeout are threads; those of a thread's own choice are not.
   */
  @Override
  public int label(int theirThread, int theirObject, int theirLabel) {
    boolean isThread = theirObject >= 0 || theirThread == Execution.CLOCK;
    return isThread ? threads.ours(theirLabel) : theirLabel;
  }

  @Override
  public int position(int theirs) {
    return sites.ours(theirs);
  }
}
