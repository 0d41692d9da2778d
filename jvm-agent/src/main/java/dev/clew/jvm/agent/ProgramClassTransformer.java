package dev.clew.jvm.agent;

import dev.clew.jvm.run.ClassInitialisation;
import dev.clew.jvm.run.FramePoints;
import dev.clew.jvm.run.Reflected;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/** Transforms the classes of the program under test: one class at a time, each as a whole. */
public final class ProgramClassTransformer {
  private static final String SERIAL_VERSION = "serialVersionUID";

  private final ClassFiles files;
  private final CallSites callSites;
  private final String hooks;
  private final Set<ExtraHooks> extra;
  private final @Nullable ProgramCode code;
  private final Set<String> tooLarge = new ConcurrentSkipListSet<>();

  /**
   * Transforms classes that may name any of these.
   *
   * @param extra what they are to tell besides
   */
  public ProgramClassTransformer(ClassFiles files, Set<ExtraHooks> extra) {
    this(files, CallSites.standard(files), "dev/clew/jvm/run/Hooks", extra);
  }

  /** With another class to call, for tests. */
  ProgramClassTransformer(
      ClassFiles files, CallSites callSites, String hooks, Set<ExtraHooks> extra) {
    this.files = files;
    this.callSites = callSites;
    this.hooks = hooks;
    this.extra = extra;
    this.code = extra.contains(ExtraHooks.PLACES) ? new ProgramCode(files) : null;
  }

  /** The code of the classes transformed so far, null if it is not kept. */
  public @Nullable ProgramCode code() {
    return code;
  }

  /** The class under control of the hooks. */
  public byte[] transform(String internalName, byte[] original) {
    LargeMethods large = new LargeMethods();
    while (true) {
      try {
        return transform(original, large, false);
      } catch (MethodTooLargeException e) {
        if (!large.add(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
        tooLarge.add(internalName.replace('/', '.') + "." + LargeMethods.nameInSource(e));
      }
    }
  }

  /**
   * The methods that with all hooks would be larger than a method can be: their accesses to fields
   * and arrays, their loops and the objects they make have none, some not even their calls.
   */
  public Set<String> tooLarge() {
    return tooLarge;
  }

  /** The same with the frames of the original, as for a class that names missing ones. */
  byte[] transformKeepingFrames(byte[] original) {
    return transform(original, new LargeMethods(), true);
  }

  private byte[] transform(byte[] original, LargeMethods large, boolean keepsFrames) {
    ClassInfo self = ClassInfo.of(original, true);
    FieldSlots.declare(self, files, false);
    ClassReader reader = new ClassReader(original);
    HookedClass hooked =
        new HookedClass(self, ClassFacts.of(reader), files, callSites, hooks, keepsFrames, false);
    FrameWriter frames = new FrameWriter(files);
    ClassWriter writer = keepsFrames ? new ClassWriter(ClassWriter.COMPUTE_MAXS) : frames;
    FrameWriter.takeTime(writer);
    ClassVisitor chain = HookVisitors.afterGuards(writer, hooked, large);
    chain = new ClassInitialiserVisitor(chain, writer, self, files, keepsFrames);
    chain = HookVisitors.beforeGuards(chain, hooked);
    ProgramCode kept = code;
    if (kept != null) {
      kept.addClass(self.name);
    }
    boolean tellsFrames = kept != null || extra.contains(ExtraHooks.FRAMES);
    if (tellsFrames && keepsFrames) {
      FramePoints.miss();
    } else if (tellsFrames) {
      chain = new FrameVisitor(chain, hooked, large, kept);
    }
    if (!keepsFrames) {
      chain = new SpinVisitor(chain, hooked, extra.contains(ExtraHooks.ROUNDS));
    }
    chain = new ReflectionVisitor(chain);
    chain = new PatternSwitchVisitor(chain);
    boolean addsSerialVersion = hasDefaultSerialVersion(self);
    if (addsSerialVersion) {
      chain = new SerialVersionUIDAdder(chain);
    }
    declareDifferences(self, addsSerialVersion);
    chain = new Modernised(chain);
    reader.accept(chain, keepsFrames ? ClassReader.EXPAND_FRAMES : ClassReader.SKIP_FRAMES);
    byte[] transformed = writer.toByteArray();
    boolean hasFrames = reader.readUnsignedShort(6) >= Opcodes.V1_7;
    return frames.hasGuessed() && hasFrames ? transform(original, large, true) : transformed;
  }

  /**
   * The class file of a class that no class path has: one that transformed classes need beside
   * them.
   *
   * @return null if there is no such class
   */
  public byte @Nullable [] made(String internalName) {
    if (!internalName.endsWith(ClassInitialisation.HOLDER)) {
      return null;
    }
    String name =
        internalName.substring(0, internalName.length() - ClassInitialisation.HOLDER.length());
    ClassInfo info = files.find(name);
    if (info == null || !info.isInterface() || !files.needsGuard(name)) {
      return null;
    }
    ClassWriter writer = new FrameWriter(files);
    StaticsHolder.make(writer, info, files);
    return writer.toByteArray();
  }

  /** Says what is not as the class file has it, for a program that asks by reflection. */
  private static void declareDifferences(ClassInfo self, boolean addsSerialVersion) {
    Map<String, Integer> different = new HashMap<>();
    for (FieldInfo field : self.fields) {
      if (field.isFinal() && self.isRewritten(field)) {
        different.put(field.name(), Opcodes.ACC_FINAL);
      }
    }
    for (MethodInfo method : self.methods) {
      if ((method.access() & Opcodes.ACC_SYNCHRONIZED) != 0) {
        different.put(method.name() + method.descriptor(), Opcodes.ACC_SYNCHRONIZED);
      }
    }
    if (addsSerialVersion) {
      different.put(SERIAL_VERSION, Reflected.ADDED);
    }
    Reflected.declare(self.name.replace('/', '.'), different);
  }

  /** Whether it has a serial version that depends on its members. */
  private boolean hasDefaultSerialVersion(ClassInfo self) {
    return !self.isInterface()
        && !self.isEnum()
        && !"java/lang/Record".equals(self.superName)
        && self.field(SERIAL_VERSION, "J") == null
        && files.isSubtype(self.name, "java/io/Serializable");
  }

  /** Makes old class files such that the newest instructions and frames can be put into them. */
  private static final class Modernised extends ClassVisitor {
    private boolean mayHaveSubroutines;

    private Modernised(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      // Interfaces with static methods, for what was their initialiser, exist since 8.
      boolean isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
      int oldest = isInterface ? Opcodes.V1_8 : Opcodes.V1_6;
      boolean isOld = (version & 0xFFFF) < oldest;
      mayHaveSubroutines = (version & 0xFFFF) < Opcodes.V1_7;
      // Old compilers left the flag out of interfaces without members; new class files need it.
      int newAccess = isInterface ? access | Opcodes.ACC_ABSTRACT : access;
      super.visit(isOld ? oldest : version, newAccess, name, signature, superName, interfaces);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return next == null || !mayHaveSubroutines
          ? next
          : new JSRInlinerAdapter(next, access, name, descriptor, signature, exceptions);
    }
  }
}
