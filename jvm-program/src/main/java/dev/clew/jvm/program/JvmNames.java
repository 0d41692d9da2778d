package dev.clew.jvm.program;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Fields;
import dev.clew.jvm.run.Sites;
import dev.clew.trace.Names;

/** Words for the threads, objects, values and positions of a JVM program. */
final class JvmNames implements Names {
  private final Execution execution;
  private final SourceFiles sources;

  JvmNames(Execution execution, SourceFiles sources) {
    this.execution = execution;
    this.sources = sources;
  }

  @Override
  public String thread(int thread) {
    return execution.threads.name(thread);
  }

  @Override
  public String threadKey(int thread) {
    return execution.threads.key(thread);
  }

  @Override
  public String object(int object) {
    return execution.objects.name(object);
  }

  @Override
  public String objectKey(int object) {
    return execution.objects.key(object);
  }

  @Override
  public String value(int object, int code) {
    int field = object < 0 ? -1 : execution.objects.fieldOf(object);
    return execution.values.text(code, field < 0 ? "" : Fields.descriptor(field));
  }

  @Override
  public String file(int position) {
    return Sites.file(position);
  }

  @Override
  public int line(int position) {
    return Sites.line(position);
  }

  @Override
  public String text(int position) {
    return sources.line(Sites.className(position), Sites.file(position), Sites.line(position));
  }
}
