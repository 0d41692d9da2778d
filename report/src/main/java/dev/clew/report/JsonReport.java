package dev.clew.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.explore.bounded.Coverage;
import dev.clew.trace.Names;
import java.util.List;
import java.util.Locale;

/** A result for scripts: one JSON object, whose fields are a contract. */
public final class JsonReport {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private JsonReport() {}

  /** The text of a result. */
  public static String of(CheckResult result) {
    Outcome outcome = result.outcome();
    JsonObject json = new JsonObject();
    json.addProperty("verdict", lowerCase(outcome.verdict()));
    json.addProperty("scope", lowerCase(outcome.scope()));
    json.addProperty("strategy", outcome.strategy());
    json.add("reductions", array(outcome.reductions()));
    json.addProperty("executions", outcome.executions());
    json.addProperty("blocked", outcome.blocked());
    json.addProperty("warmup", outcome.warmup());
    json.addProperty("transitions", outcome.transitions());
    json.addProperty("seconds", outcome.seconds());
    JsonArray findings = new JsonArray();
    result.findings().forEach(reported -> findings.add(finding(reported)));
    json.add("findings", findings);
    json.addProperty("deadlocks", outcome.deadlocks());
    if (result.hasEstimate()) {
      json.addProperty("estimate", outcome.estimate());
    }
    if (outcome.coverage().isBound()) {
      json.add("preemptions", preemptions(outcome.coverage()));
    }
    if (outcome.samples().besides() > 0) {
      json.addProperty("samples", outcome.samples().besides());
    }
    if (outcome.bounds().executions() > 0) {
      JsonObject besides = new JsonObject();
      besides.addProperty("executions", outcome.bounds().executions());
      besides.addProperty("exhausted", outcome.bounds().exhausted());
      json.add("preemptionsBesides", besides);
    }
    if (outcome.audit().executions() > 0) {
      JsonObject audit = new JsonObject();
      audit.addProperty("executions", outcome.audit().executions());
      audit.addProperty("compared", outcome.audit().compared());
      audit.addProperty("ofClasses", outcome.audit().ofClasses());
      audit.addProperty("classes", outcome.audit().classes());
      audit.addProperty("oneOf", outcome.audit().oneOf());
      audit.addProperty("confirmed", outcome.audit().missed() == null);
      json.add("audit", audit);
    }
    if (outcome.endless().count() > 0) {
      json.addProperty("endlessExecutions", outcome.endless().count());
    }
    if (!outcome.endless().cut().isEmpty()) {
      json.addProperty("cutShort", outcome.endless().cut());
    }
    if (!outcome.samples().guarantee().isEmpty()) {
      json.addProperty("guarantee", outcome.samples().guarantee());
    }
    json.addProperty("jobs", outcome.jobs());
    json.addProperty("stopReason", lowerCase(outcome.end()));
    json.add("assumptions", array(result.assumptions()));
    json.add("unexplored", array(result.unexplored()));
    json.add("warnings", array(result.warnings()));
    json.addProperty("version", result.version());
    return GSON.toJson(json) + "\n";
  }

  /** The text of a check that came to no verdict, with its exit code and the reason in words. */
  public static String ofFailure(int exitCode, String reason, String version) {
    JsonObject json = new JsonObject();
    json.addProperty("verdict", "none");
    json.addProperty("exitCode", exitCode);
    json.addProperty("reason", reason);
    json.add("findings", new JsonArray());
    json.addProperty("version", version);
    return GSON.toJson(json) + "\n";
  }

  private static JsonObject preemptions(Coverage coverage) {
    JsonObject json = new JsonObject();
    json.addProperty("bound", coverage.bound());
    json.addProperty("exhausted", coverage.exhausted());
    json.addProperty("beyond", coverage.beyond());
    json.addProperty("unsure", coverage.unsure());
    json.addProperty("earlierExecutions", coverage.earlier());
    json.addProperty("findingsBeyond", coverage.foundBeyond());
    return json;
  }

  private static JsonObject finding(CheckResult.Reported reported) {
    Finding finding = reported.finding();
    Names names = reported.reenactment().names();
    JsonObject json = new JsonObject();
    json.addProperty("kind", finding.kind().id());
    json.addProperty("code", finding.code());
    json.addProperty("message", finding.message());
    json.add("threads", array(finding.threads().stream().map(names::thread).toList()));
    JsonArray locations = new JsonArray();
    for (int position : finding.positions()) {
      JsonObject location = new JsonObject();
      location.addProperty("file", names.file(position));
      location.addProperty("line", names.line(position));
      locations.add(location);
    }
    json.add("locations", locations);
    if (reported.canBeReplayed()) {
      json.addProperty("replay", reported.replay());
    }
    return json;
  }

  private static JsonArray array(List<String> items) {
    JsonArray array = new JsonArray();
    items.forEach(array::add);
    return array;
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
