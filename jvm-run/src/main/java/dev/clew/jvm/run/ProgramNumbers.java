package dev.clew.jvm.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Saves what the numbers of threads, objects, fields and positions mean, and restores it. */
public final class ProgramNumbers {
  private final Execution execution;

  /** The numbers of an execution, and those of this virtual machine. */
  public ProgramNumbers(Execution execution) {
    this.execution = execution;
  }

  /** Writes the meaning of all numbers. */
  public void save(DataOutput out) throws IOException {
    saveOfJvm(out);
    execution.threads.save(out);
    execution.objects.save(out);
  }

  private static void saveOfJvm(DataOutput out) throws IOException {
    out.writeInt(Classes.count());
    for (int i = 0; i < Classes.count(); i++) {
      out.writeUTF(Classes.name(i));
    }
    out.writeInt(Fields.count());
    for (int i = 0; i < Fields.count(); i++) {
      out.writeUTF(Fields.declaringClass(i));
      out.writeUTF(Fields.name(i));
      out.writeUTF(Fields.descriptor(i));
      out.writeBoolean(Fields.isStatic(i));
      out.writeBoolean(Fields.isVolatile(i));
    }
    out.writeInt(Sites.count());
    for (int i = 0; i < Sites.count(); i++) {
      out.writeUTF(Sites.className(i));
      out.writeUTF(Sites.file(i));
      out.writeUTF(Sites.method(i));
      out.writeInt(Sites.line(i));
    }
  }

  /**
   * Gives numbers the meaning they had when they were saved.
   *
   * @throws IOException also if this virtual machine has given them another meaning already
   */
  public void restore(DataInput in) throws IOException {
    restoreOfJvm(in);
    execution.threads.restore(in);
    execution.objects.restore(in);
  }

  /**
   * Gives the numbers of classes, fields and positions the meaning they had. To be called before a
   * class of the program is loaded: in which order classes of the JDK get numbers depends on which
   * of them are loaded then, and a search that is resumed needs others than one that begins.
   *
   * @throws IOException also if this virtual machine has given them another meaning already
   */
  public static void restoreOfJvm(DataInput in) throws IOException {
    int classes = in.readInt();
    for (int i = 0; i < classes; i++) {
      check(i, Classes.number(in.readUTF()));
    }
    int fields = in.readInt();
    for (int i = 0; i < fields; i++) {
      check(
          i,
          Fields.add(in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean(), in.readBoolean()));
    }
    int sites = in.readInt();
    for (int i = 0; i < sites; i++) {
      check(i, Sites.add(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt()));
    }
  }

  private static void check(int wanted, int given) throws IOException {
    if (wanted != given) {
      throw new IOException("the program was loaded before its saved search");
    }
  }
}
