package dev.clew.testkit.java;

import dev.clew.testkit.oracle.MemoryModel;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.written.Language;
import dev.clew.testkit.written.Reading;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Java, as a language in which toy programs are written. */
public final class JavaLanguage implements Language {
  private final JavaCompiler compiler;

  /** Java as a compiler takes it. */
  public JavaLanguage(JavaCompiler compiler) {
    this.compiler = compiler;
  }

  @Override
  public String name() {
    return "Java";
  }

  @Override
  public MemoryModel memoryModel() {
    return MemoryModel.JAVA;
  }

  @Override
  public Toy nearest(Toy program) {
    return NearestInJava.of(program);
  }

  @Override
  public boolean canExpress(Toy program) {
    return ExpressibleInJava.is(program);
  }

  @Override
  public Written write(List<Toy> programs) throws IOException {
    List<JavaSource> sources = new ArrayList<>();
    Map<String, String> texts = new LinkedHashMap<>();
    for (Toy program : programs) {
      JavaSource source = JavaSource.of(program, "P" + sources.size());
      sources.add(source);
      texts.put(source.name(), source.text());
    }
    JavaCompiler.Compiled compiled = compiler.compile(texts);
    return new Written() {
      @Override
      public <T> T use(int program, Function<Program, T> work) {
        Duration patience = Duration.ofMillis(programs.get(program).patience());
        return compiled.use(sources.get(program).name(), patience, work);
      }

      @Override
      public Reading reading(int program, Names names) {
        return new JavaTraces(sources.get(program), names);
      }

      @Override
      public void close() {
        compiled.close();
      }
    };
  }
}
