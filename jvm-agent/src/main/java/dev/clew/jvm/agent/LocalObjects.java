package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ObjectOrigins.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The calls of a method on objects of the JDK that the method makes and that never leave it: no
 * other thread can come to them, so nobody need tell. A text that is put together is the most
 * frequent one.
 */
final class LocalObjects {
  /** Of a method of which nothing is known. */
  static final LocalObjects NONE = new LocalObjects(Set.of(), Set.of(), Set.of());

  /** Each as class, dot, name, descriptor and the how-manieth call of this one it is. */
  private final Set<String> calls;

  /** The same for calls that make one. */
  private final Set<String> makers;

  /** The same for calls that make an exception which does more than be thrown. */
  private final Set<String> exceptions;

  private LocalObjects(Set<String> calls, Set<String> makers, Set<String> exceptions) {
    this.calls = calls;
    this.makers = makers;
    this.exceptions = exceptions;
  }

  /** Counts the calls of a method while its code is visited. */
  final class Counter {
    private final Map<String, Integer> counts = new HashMap<>();

    private final Set<String> meant;

    private Counter(Set<String> meant) {
      this.meant = meant;
    }

    /** To be asked at each call once: is it one of those that are meant? */
    boolean isNext(String owner, String name, String descriptor) {
      if (meant.isEmpty()) {
        return false;
      }
      String method = owner + "." + name + descriptor;
      int count = counts.merge(method, 1, Integer::sum);
      return meant.contains(method + count);
    }
  }

  /** Finds the calls on local objects. */
  Counter calls() {
    return new Counter(calls);
  }

  /** Finds the calls that make a local object. */
  Counter makers() {
    return new Counter(makers);
  }

  /** Finds the calls that make exceptions which others get to know. */
  Counter exceptions() {
    return new Counter(exceptions);
  }

  /** Those of a method, as it is in its class file. */
  static LocalObjects of(String className, MethodNode method) {
    for (AbstractInsnNode each : method.instructions) {
      if (each.getOpcode() == Opcodes.JSR || each.getOpcode() == Opcodes.RET) {
        return NONE; // its code will be another one
      }
    }
    ObjectOrigins origins = new ObjectOrigins();
    try {
      new Analyzer<>(origins).analyze(className, method);
    } catch (AnalyzerException e) {
      return NONE; // what the JVM will not take either
    }
    Set<String> found = new HashSet<>();
    Set<String> making = new HashSet<>();
    Set<String> exceptions = new HashSet<>();
    Map<String, Integer> counts = new HashMap<>();
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof MethodInsnNode call) {
        String called = call.owner + "." + call.name + call.desc;
        int count = counts.merge(called, 1, Integer::sum);
        Origin origin = origins.of(call);
        if (origin != null && origins.isLocal(origin)) {
          found.add(called + count);
        }
        boolean isNew = call.name.equals("<init>") && origin != null && origins.isLocal(origin);
        if (isNew || origins.makesLocal(call)) {
          making.add(called + count);
        } else if (call.name.equals("<init>") && SharedMethods.isThrowable(call.owner)) {
          exceptions.add(called + count);
        }
      }
    }
    return new LocalObjects(found, making, exceptions);
  }
}
