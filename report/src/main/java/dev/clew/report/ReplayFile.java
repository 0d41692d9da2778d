package dev.clew.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.report.story.EventWords;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A schedule that shows a finding, as a small text that can be kept, read and replayed.
 *
 * @param version the version of the tool that wrote it
 * @param subject the program
 * @param kind what was found
 * @param code the stable code of what was found
 * @param message one line for the user
 * @param threads the keys of the threads involved
 * @param variable the key of the plain variable of a data race, empty for other kinds
 * @param threadKeys the keys of all threads, up to the last one the schedule speaks of, in the
 *     order of the numbers that labels name them by
 * @param visible the keys of the objects that become visible before the first step
 * @param steps the schedule
 * @param turns which threads run on between steps to where they stand
 */
public record ReplayFile(
    String version,
    Subject subject,
    FindingKind kind,
    String code,
    String message,
    List<String> threads,
    String variable,
    List<String> threadKeys,
    List<String> visible,
    List<Step> steps,
    List<Turn> turns) {

  /** The number of the format; one that reads differently gets another number. */
  static final int FORMAT = 4;

  /** A format that can be read too: it does not know of turns. */
  private static final int WITHOUT_TURNS = 3;

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

  /**
   * The program that a file was made for.
   *
   * @param target what the user called it
   * @param settings what else is needed to find and run it, by words of its front end
   * @param parts what it consists of (files, classes) with a hash of each, to notice changes
   */
  public record Subject(
      String target, Map<String, List<String>> settings, Map<String, String> parts) {
    /** The values of a setting, none if it is not there. */
    public List<String> setting(String name) {
      return settings.getOrDefault(name, List.of());
    }
  }

  /**
   * One step.
   *
   * @param thread the key of the thread
   * @param label the alternative it takes, {@link Trace#NO_LABEL} if there is none
   * @param operation what it does, to notice when it does something else
   */
  public record Step(String thread, int label, String operation) {}

  /**
   * A thread runs on to where it stands.
   *
   * @param thread the key of the thread
   * @param steps how many steps come before
   */
  public record Turn(String thread, int steps) {}

  /** The file of a finding. */
  public static ReplayFile of(
      Finding finding, Reenactment reenactment, String version, Subject subject) {
    Names names = reenactment.names();
    Trace trace = reenactment.trace();
    EventWords words = new EventWords(trace, names);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      steps.add(new Step(names.threadKey(trace.thread(i)), trace.label(i), words.operation(i)));
    }
    int location = finding.plainLocation();
    return new ReplayFile(
        version,
        subject,
        finding.kind(),
        finding.code(),
        finding.message(),
        finding.threads().stream().map(names::threadKey).toList(),
        location >= 0 ? names.objectKey(location) : "",
        IntStream.rangeClosed(0, lastThread(finding, trace)).mapToObj(names::threadKey).toList(),
        finding.visible().stream().map(names::objectKey).toList(),
        steps,
        finding.steps().turns().stream()
            .map(turn -> new Turn(names.threadKey(turn.thread()), turn.steps()))
            .toList());
  }

  /** The highest number of a thread that a step or the finding speaks of. */
  private static int lastThread(Finding finding, Trace trace) {
    int last = Collections.max(finding.threads());
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean namesThread = kind == OpKind.NOTIFY || kind == OpKind.TIMEOUT;
      int chosen = namesThread ? trace.label(i) : Trace.NONE;
      last = Math.max(last, Math.max(trace.thread(i), Math.max(trace.target(i), chosen)));
    }
    for (Steps.Turn turn : finding.steps().turns()) {
      last = Math.max(last, turn.thread());
    }
    return last;
  }

  /** The text of the file: JSON, a line for each step and each part of the program. */
  public String toText() {
    StringBuilder text = new StringBuilder("{\n");
    field(text, "format", new JsonPrimitive(FORMAT));
    field(text, "clew", new JsonPrimitive(version));
    field(text, "target", new JsonPrimitive(subject.target));
    field(text, "settings", GSON.toJsonTree(subject.settings));
    field(text, "kind", new JsonPrimitive(kind.id()));
    field(text, "code", new JsonPrimitive(code));
    field(text, "message", new JsonPrimitive(message));
    field(text, "threads", GSON.toJsonTree(threads));
    field(text, "variable", new JsonPrimitive(variable));
    field(text, "threadKeys", GSON.toJsonTree(threadKeys));
    field(text, "visible", GSON.toJsonTree(visible));
    JsonArray ran = new JsonArray();
    for (Turn turn : turns) {
      JsonArray entry = new JsonArray();
      entry.add(turn.thread());
      entry.add(turn.steps());
      ran.add(entry);
    }
    field(text, "turns", ran);
    text.append("  \"steps\": [");
    String separator = "\n";
    for (Step step : steps) {
      JsonArray entry = new JsonArray();
      entry.add(step.thread());
      entry.add(step.label());
      entry.add(step.operation());
      text.append(separator).append("    ").append(GSON.toJson(entry));
      separator = ",\n";
    }
    text.append("\n  ],\n  \"parts\": {");
    separator = "\n";
    for (Map.Entry<String, String> part : subject.parts.entrySet()) {
      text.append(separator).append("    ").append(GSON.toJson(part.getKey()));
      text.append(": ").append(GSON.toJson(part.getValue()));
      separator = ",\n";
    }
    return text.append("\n  }\n}\n").toString();
  }

  private static void field(StringBuilder text, String name, JsonElement value) {
    text.append("  \"").append(name).append("\": ").append(GSON.toJson(value)).append(",\n");
  }

  /**
   * Reads the text of a file.
   *
   * @throws ReplayProblem if it is not the text of a replay file
   */
  public static ReplayFile parse(String text) {
    Map<String, JsonElement> fields = fields(text);
    int format = integer(fields.get("format"), "format");
    if (format != FORMAT && format != WITHOUT_TURNS) {
      throw new ReplayProblem(
          "it has format " + format + ", and this version of clew reads format " + FORMAT);
    }
    List<Step> steps = new ArrayList<>();
    for (JsonElement element : array(fields, "steps")) {
      if (!(element instanceof JsonArray entry) || entry.size() != 3) {
        throw new ReplayProblem(
            "step " + (steps.size() + 1) + " is not [thread, label, operation]");
      }
      String where = "step " + (steps.size() + 1);
      steps.add(
          new Step(
              string(entry.get(0), where),
              integer(entry.get(1), where),
              string(entry.get(2), where)));
    }
    return new ReplayFile(
        string(fields.get("clew"), "clew"),
        subject(fields),
        kind(string(fields.get("kind"), "kind")),
        string(fields.get("code"), "code"),
        string(fields.get("message"), "message"),
        strings(fields, "threads"),
        string(fields.get("variable"), "variable"),
        strings(fields, "threadKeys"),
        strings(fields, "visible"),
        steps,
        format == WITHOUT_TURNS ? List.of() : turns(fields));
  }

  private static List<Turn> turns(Map<String, JsonElement> fields) {
    List<Turn> turns = new ArrayList<>();
    for (JsonElement element : array(fields, "turns")) {
      if (!(element instanceof JsonArray entry) || entry.size() != 2) {
        throw new ReplayProblem("turn " + (turns.size() + 1) + " is not [thread, steps]");
      }
      String where = "turn " + (turns.size() + 1);
      turns.add(new Turn(string(entry.get(0), where), integer(entry.get(1), where)));
    }
    return turns;
  }

  private static Subject subject(Map<String, JsonElement> fields) {
    Map<String, List<String>> settings = new LinkedHashMap<>();
    Map<String, JsonElement> given = object(fields, "settings");
    given.keySet().forEach(name -> settings.put(name, strings(given, name)));
    Map<String, String> parts = new LinkedHashMap<>();
    object(fields, "parts").forEach((name, hash) -> parts.put(name, string(hash, name)));
    return new Subject(string(fields.get("target"), "target"), settings, parts);
  }

  private static Map<String, JsonElement> object(Map<String, JsonElement> fields, String name) {
    if (fields.get(name) instanceof JsonObject object) {
      return object.asMap();
    }
    throw new ReplayProblem("its field '" + name + "' is missing or is no object");
  }

  private static Map<String, JsonElement> fields(String text) {
    try {
      JsonElement whole = GSON.getAdapter(JsonElement.class).fromJson(text);
      if (whole instanceof JsonObject object) {
        return object.asMap();
      }
    } catch (IOException | JsonParseException e) {
      Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
      throw new ReplayProblem("it is not JSON" + (place.find() ? " at " + place.group() : ""));
    }
    throw new ReplayProblem("it is not a JSON object");
  }

  private static FindingKind kind(String id) {
    try {
      return FindingKind.of(id);
    } catch (IllegalArgumentException e) {
      throw new ReplayProblem(String.valueOf(e.getMessage()));
    }
  }

  private static JsonArray array(Map<String, JsonElement> fields, String name) {
    if (fields.get(name) instanceof JsonArray array) {
      return array;
    }
    throw new ReplayProblem("its field '" + name + "' is missing or is no list");
  }

  private static List<String> strings(Map<String, JsonElement> fields, String name) {
    List<String> strings = new ArrayList<>();
    for (JsonElement element : array(fields, name)) {
      strings.add(string(element, name));
    }
    return strings;
  }

  private static String string(@Nullable JsonElement element, String name) {
    if (element instanceof JsonPrimitive primitive && primitive.isString()) {
      return primitive.getAsString();
    }
    throw new ReplayProblem("its field '" + name + "' is missing or is no text");
  }

  private static int integer(@Nullable JsonElement element, String name) {
    if (element instanceof JsonPrimitive primitive && primitive.isNumber()) {
      try {
        return Integer.parseInt(primitive.getAsString());
      } catch (NumberFormatException e) {
        throw new ReplayProblem("its field '" + name + "' is no whole number");
      }
    }
    throw new ReplayProblem("its field '" + name + "' is missing or is no number");
  }
}
