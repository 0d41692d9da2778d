package dev.clew.explore;

import dev.clew.trace.Steps;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Findings as bytes, for a search that is saved and resumed, or done by several processes. */
public final class SavedFindings {
  private SavedFindings() {}

  /** Writes findings. */
  public static void write(DataOutput out, List<Finding> findings) throws IOException {
    out.writeInt(findings.size());
    for (Finding finding : findings) {
      out.writeUTF(finding.kind().id());
      out.writeUTF(finding.code());
      writeText(out, finding.message());
      writeText(out, finding.details());
      writeInts(out, finding.threads());
      writeInts(out, finding.positions());
      out.writeInt(finding.plainLocation());
      writeInts(out, finding.visible());
      out.writeInt(finding.steps().steps().size());
      for (Steps.Step step : finding.steps().steps()) {
        out.writeInt(step.thread());
        out.writeInt(step.label());
      }
      out.writeInt(finding.steps().turns().size());
      for (Steps.Turn turn : finding.steps().turns()) {
        out.writeInt(turn.steps());
        out.writeInt(turn.thread());
      }
    }
  }

  /** Reads findings. */
  public static List<Finding> read(DataInput in) throws IOException {
    int count = in.readInt();
    List<Finding> findings = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      FindingKind kind = FindingKind.of(in.readUTF());
      String code = in.readUTF();
      String message = readText(in);
      String details = readText(in);
      List<Integer> threads = readInts(in);
      List<Integer> positions = readInts(in);
      int plainLocation = in.readInt();
      List<Integer> visible = readInts(in);
      List<Steps.Step> steps = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        steps.add(new Steps.Step(in.readInt(), in.readInt()));
      }
      List<Steps.Turn> turns = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        turns.add(new Steps.Turn(in.readInt(), in.readInt()));
      }
      findings.add(
          new Finding(
              kind,
              code,
              message,
              details,
              threads,
              positions,
              plainLocation,
              visible,
              new Steps(steps, turns)));
    }
    return findings;
  }

  /** A text of any length; {@link DataOutput#writeUTF} takes short ones only. */
  public static void writeText(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads such a text. */
  public static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Writes numbers. */
  public static void writeInts(DataOutput out, List<Integer> values) throws IOException {
    out.writeInt(values.size());
    for (int value : values) {
      out.writeInt(value);
    }
  }

  /** Reads numbers. */
  public static List<Integer> readInts(DataInput in) throws IOException {
    List<Integer> values = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.add(in.readInt());
    }
    return values;
  }
}
