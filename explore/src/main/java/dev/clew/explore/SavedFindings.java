package dev.clew.explore;

import dev.clew.trace.Steps;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Findings as bytes, for a search that is saved and resumed. */
final class SavedFindings {
  private SavedFindings() {}

  static void write(DataOutput out, List<Finding> findings) throws IOException {
    out.writeInt(findings.size());
    for (Finding finding : findings) {
      out.writeUTF(finding.kind().id());
      out.writeUTF(finding.code());
      out.writeUTF(finding.message());
      out.writeInt(finding.threads().size());
      for (String thread : finding.threads()) {
        out.writeUTF(thread);
      }
      writeInts(out, finding.positions());
      out.writeInt(finding.plainLocation());
      writeInts(out, finding.visible());
      out.writeInt(finding.steps().steps().size());
      for (Steps.Step step : finding.steps().steps()) {
        out.writeInt(step.thread());
        out.writeInt(step.label());
      }
    }
  }

  static List<Finding> read(DataInput in) throws IOException {
    int count = in.readInt();
    List<Finding> findings = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      FindingKind kind = FindingKind.of(in.readUTF());
      String code = in.readUTF();
      String message = in.readUTF();
      List<String> threads = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        threads.add(in.readUTF());
      }
      List<Integer> positions = readInts(in);
      int plainLocation = in.readInt();
      List<Integer> visible = readInts(in);
      List<Steps.Step> steps = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        steps.add(new Steps.Step(in.readInt(), in.readInt()));
      }
      findings.add(
          new Finding(
              kind, code, message, threads, positions, plainLocation, visible, new Steps(steps)));
    }
    return findings;
  }

  static void writeInts(DataOutput out, List<Integer> values) throws IOException {
    out.writeInt(values.size());
    for (int value : values) {
      out.writeInt(value);
    }
  }

  static List<Integer> readInts(DataInput in) throws IOException {
    List<Integer> values = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.add(in.readInt());
    }
    return values;
  }
}
