package dev.clew.jvm.run;

import dev.clew.trace.StableIds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which the engine knows what threads access: fields and elements, monitors, locks,
 * permits and so on. The same thing has the same number in every execution.
 *
 * <p>A thing is a part (a field, an element, the monitor, ...) of something with a stable identity:
 * an object made by a thread as its n-th, a class, a declared field, a thread.
 */
public final class Objects {
  /** Makers of what no thread of the program made: named things, and things made outside. */
  public static final int NAMED = -1;

  public static final int OUTSIDE = -2;

  /**
   * Where the makers of objects begin that the JDK made, by the thread that got them; what calls
   * gave is counted upwards, what threads met otherwise downwards.
   */
  static final int OF_RECEIVER = -50_000_000;

  /** Parts of an object that are no fields and no elements. */
  public static final int MONITOR = -1;

  public static final int CONDITION = -2;
  public static final int STATE = -3;
  public static final int SECOND_STATE = -4;
  public static final int QUEUE = -5;

  /**
   * Parts of a concurrent collection, see {@link AtomicCollections}: what it holds as a whole, and
   * that all of it may change at once.
   */
  static final int CONTENTS = -6;

  static final int UPHEAVAL = -7;

  /** The locks that hold others off while a function computes a new content. */
  static final int UPDATE = -8;

  static final int UPDATE_OF_ALL = -9;

  /** Where the parts begin that are one of several variables of an object; they go downwards. */
  public static final int CELLS = -16;

  /** Where the parts begin that are what a map has for a key, and the locks of these. */
  static final int ENTRIES = -(1 << 30);

  static final int UPDATES = -(3 << 29);

  /** What stands for a declared field or a site: itself, or the atomic accesses to it. */
  private static final int ITSELF = 0;

  private static final int ATOMIC = 1;

  private static final int PERMIT = 0;
  private static final int INTERRUPTS = 1;
  private static final int LIVENESS = 2;
  private static final int ROUNDS = 3;

  /** The maker of what stands for a {@link Matter}. */
  private static final int OF_ALL = -3;

  /** Where the negative makers of the parts begin; each range has room for ten million. */
  static final int OF_THREAD = -10;

  static final int OF_FIELD = -10_000_000;
  static final int OF_SITE = -20_000_000;
  static final int OF_CLASS = -30_000_000;
  static final int OF_COLLECTION = -40_000_000;
  private static final int RANGE = 9_000_000;

  private final StableIds identities = new StableIds();
  private final StableIds parts = new StableIds();
  private final MapKeys keys = new MapKeys();
  private @Nullable Journal journal;
  private final Map<String, Integer> names = new LinkedHashMap<>();

  /** The class of each identity, for names; grown with the identities. */
  private final List<@Nullable String> classOf = new ArrayList<>();

  private final List<Integer> siteOf = new ArrayList<>();

  /** What a number means to the race detector: the field plus one, or 0, or minus the site. */
  private int[] unit = new int[16];

  private boolean[] isPlain = new boolean[16];

  /** The classes of the collections made at each site, for names. */
  private final Map<Integer, String> collections = new LinkedHashMap<>();

  private boolean[] visibleFields = new boolean[16];
  private boolean[] visibleSites = new boolean[16];
  private boolean[] atomicFields = new boolean[16];
  private boolean[] atomicSites = new boolean[16];
  private boolean[] visibleInterrupts = new boolean[16];
  private boolean[] visibleLiveness = new boolean[16];
  private boolean[] visibleRounds = new boolean[16];
  private boolean[] visibleClasses = new boolean[16];
  private boolean[] visibleCollections = new boolean[16];
  private boolean[] visibleOrders = new boolean[16];
  private boolean[] visibleMatters = new boolean[Matter.values().length];

  /** The objects of this execution by identity; only if it is executed for a report. */
  private final Map<Integer, Object> owners = new LinkedHashMap<>();

  private final MadeObjects made = new MadeObjects();

  private boolean remembersOwners;

  /** An execution begins; its objects are remembered if a report is to name them. */
  public void begin(boolean forReport) {
    remembersOwners = forReport;
    owners.clear();
    made.clear();
  }

  /** What a report knows of objects of the JDK; nothing if no report asked for it. */
  public MadeObjects made() {
    return made;
  }

  /** A model does what an object does by something of its own. */
  public void note(Object inside, Object whole) {
    if (remembersOwners) {
      made.addPart(inside, whole);
    }
  }

  /** The objects of an execution for a report by identity, in the order in which they appeared. */
  public Map<Integer, Object> owners() {
    return owners;
  }

  /** How many numbers were given. */
  public int count() {
    return parts.size();
  }

  // --- identities

  /** The number of the identity of a shadow. */
  public int stable(Shadow shadow) {
    int stable = shadow.stable;
    if (stable < 0) {
      stable = identities.of(shadow.maker, shadow.ordinal);
      shadow.stable = stable;
      while (classOf.size() <= stable) {
        classOf.add(null);
        siteOf.add(-1);
      }
      Object owner = shadow.owner;
      if (classOf.get(stable) == null && owner != null) {
        classOf.set(stable, owner.getClass().getName());
        siteOf.set(stable, shadow.site);
      }
      if (remembersOwners && owner != null) {
        owners.put(stable, owner);
      }
    }
    return stable;
  }

  /** The shadow of something that has a name of its own in every execution: a class, a text. */
  public Shadow named(String name, Object owner) {
    Shadow shadow = new Shadow(NAMED, nameNumber(name));
    shadow.owner = owner;
    return shadow;
  }

  // --- numbers

  /** The number of a field of an object. */
  public int field(Shadow shadow, int slot, int field) {
    int[] known = shadow.parts;
    if (slot < known.length && known[slot] != 0) {
      return known[slot] - 1;
    }
    int number = remember(shadow, slot, parts.of(stable(shadow), slot));
    describe(number, field + 1, !Fields.isVolatile(field));
    return number;
  }

  /** The number of an element of an array. */
  public int element(Shadow shadow, int index) {
    int[] known = shadow.parts;
    if (index < known.length && known[index] != 0) {
      return known[index] - 1;
    }
    int number = remember(shadow, index, parts.of(stable(shadow), index));
    describe(number, -1 - Math.max(shadow.site, 0), true);
    return number;
  }

  /** The number of a static field; it also stands for an instance field in all objects. */
  public int declared(int field) {
    int number = parts.of(OF_FIELD - field, ITSELF);
    describe(number, field + 1, !Fields.isVolatile(field));
    return number;
  }

  /** The number that stands for the elements of all arrays made at a site. */
  public int arraysMadeAt(int site) {
    int number = parts.of(OF_SITE - Math.max(site, 0), ITSELF);
    describe(number, -1 - Math.max(site, 0), true);
    return number;
  }

  /** The number that stands for the atomic accesses to a declared field, wherever it is. */
  public int atomic(int field) {
    return parts.of(OF_FIELD - field, ATOMIC);
  }

  /** The number that stands for what all collections hold that were made where this one was. */
  int collectionsMadeAt(Shadow collection) {
    int site = Math.max(collection.site, 0);
    Object owner = collection.owner;
    if (owner != null) {
      collections.putIfAbsent(site, PublicTypes.of(owner.getClass()).getName());
    }
    return collectionsMadeAt(site);
  }

  int collectionsMadeAt(int site) {
    return parts.of(OF_COLLECTION - site, ITSELF);
  }

  /**
   * The number that stands for the order of calls on all objects that protect themselves and were
   * made where this one was.
   */
  int ordersMadeAt(Shadow object) {
    return ordersMadeAt(Math.max(object.site, 0));
  }

  int ordersMadeAt(int site) {
    return parts.of(OF_COLLECTION - site, ATOMIC);
  }

  /**
   * Whether an object is known by who made it, in every execution: one that the JDK made for
   * whoever used it first is not.
   */
  static boolean isMadeByProgram(Shadow shadow) {
    return !shadow.isMet
        && (shadow.site > 0 || shadow.maker == NAMED || shadow.owner instanceof Shadowed);
  }

  /** The number of what a collection holds that is not made for several threads. */
  int contents(Shadow collection) {
    return isMadeByProgram(collection) ? part(collection, CONTENTS) : collectionsMadeAt(collection);
  }

  /** The same for an object that protects itself. */
  int guardedContents(Shadow object) {
    return isMadeByProgram(object) ? part(object, CONTENTS) : ordersMadeAt(object);
  }

  /**
   * The number that stands for the atomic accesses to the elements of all arrays made at a site.
   */
  public int atomicArraysMadeAt(int site) {
    return parts.of(OF_SITE - Math.max(site, 0), ATOMIC);
  }

  /** The number of a part that is neither a field nor an element. */
  public int part(Shadow shadow, int part) {
    return parts.of(stable(shadow), part);
  }

  /** The number by which keys of maps are known, negative if they may be equal to others. */
  int key(@Nullable Object key) {
    return keys.of(key);
  }

  /** The number of what a map has for a key. */
  int entry(Shadow map, int key) {
    return parts.of(stable(map), ENTRIES - key);
  }

  /** The number of the lock that holds others off while a function computes what is there. */
  int update(Shadow map, int key) {
    return key < 0 ? part(map, UPDATE) : parts.of(stable(map), UPDATES - key);
  }

  public int permit(int thread) {
    return parts.of(OF_THREAD - thread, PERMIT);
  }

  public int interrupts(int thread) {
    return parts.of(OF_THREAD - thread, INTERRUPTS);
  }

  public int liveness(int thread) {
    return parts.of(OF_THREAD - thread, LIVENESS);
  }

  /** Stands for it that few sleeps and yields of a thread are free, see {@link Rounds}. */
  public int rounds(int thread) {
    return parts.of(OF_THREAD - thread, ROUNDS);
  }

  public int initialisation(int classNumber) {
    return parts.of(OF_CLASS - classNumber, 0);
  }

  /** The number that stands for a matter of the whole program. */
  public int of(Matter matter) {
    return parts.of(OF_ALL, matter.ordinal());
  }

  private int remember(Shadow shadow, int index, int number) {
    if (index >= 1 << 12) {
      return number;
    }
    if (index >= shadow.parts.length) {
      shadow.parts = Arrays.copyOf(shadow.parts, Math.max(index + 1, 2 * shadow.parts.length));
    }
    shadow.parts[index] = number + 1;
    return number;
  }

  private void describe(int number, int newUnit, boolean plain) {
    if (number >= unit.length) {
      int capacity = Math.max(2 * unit.length, number + 1);
      unit = Arrays.copyOf(unit, capacity);
      isPlain = Arrays.copyOf(isPlain, capacity);
    }
    unit[number] = newUnit;
    isPlain[number] = plain;
  }

  // --- visibility

  /** Whether accesses to this thing do not synchronise, and may race. */
  public boolean isPlain(int number) {
    return number < isPlain.length && isPlain[number];
  }

  public boolean isFieldVisible(int field) {
    return has(visibleFields, field) || isAtomic(field);
  }

  public boolean areElementsVisible(Shadow array) {
    int site = Math.max(array.site, 0);
    return has(visibleSites, site) || has(atomicSites, site);
  }

  /** Whether a field is accessed atomically: all accesses are visible and say what they find. */
  public boolean isAtomic(int field) {
    return has(atomicFields, field) || Fields.isAtomic(field);
  }

  /** The same for the elements of an array. */
  public boolean areElementsAtomic(Shadow array) {
    return has(atomicSites, Math.max(array.site, 0));
  }

  /** Whether plain accesses to a field may still show a race that is not known. */
  public boolean isWatched(int field) {
    return !has(visibleFields, field) && !Fields.isAtomic(field);
  }

  /** The same for the elements of an array. */
  public boolean areElementsWatched(Shadow array) {
    return !has(visibleSites, Math.max(array.site, 0));
  }

  boolean areContentsVisible(Shadow collection) {
    return has(visibleCollections, Math.max(collection.site, 0));
  }

  boolean isOrderVisible(Shadow object) {
    return has(visibleOrders, Math.max(object.site, 0));
  }

  /** Whether a number stands for what collections hold. */
  public boolean isOfCollections(int number) {
    return parts.maker(number) <= OF_COLLECTION;
  }

  public boolean areInterruptsVisible(int thread) {
    return has(visibleInterrupts, thread);
  }

  public boolean isLivenessVisible(int thread) {
    return has(visibleLiveness, thread);
  }

  public boolean areRoundsVisible(int thread) {
    return has(visibleRounds, thread);
  }

  public boolean isInitialisationVisible(int classNumber) {
    return has(visibleClasses, classNumber);
  }

  /**
   * Whether something is visible besides volatile and plain locations: statuses of threads, class
   * initialisation, what collections hold, atomic accesses to plain locations.
   */
  public boolean isAnythingElseVisible() {
    for (boolean[] flags :
        List.of(
            atomicFields,
            atomicSites,
            visibleInterrupts,
            visibleRounds,
            visibleClasses,
            visibleCollections,
            visibleOrders,
            visibleMatters)) {
      for (boolean isVisible : flags) {
        if (isVisible) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a plain field or element that can hold a reference is visible. */
  public boolean isAnyReferenceVisible() {
    for (boolean isVisible : visibleSites) {
      if (isVisible) {
        return true;
      }
    }
    for (int field = 0; field < visibleFields.length; field++) {
      if (visibleFields[field] && Fields.descriptor(field).length() > 1) {
        return true;
      }
    }
    return false;
  }

  /** Whether a number is an element of an array. */
  public boolean isElement(int number) {
    return number < unit.length && unit[number] < 0;
  }

  /** Who made the object that a number is a part of, {@link Integer#MIN_VALUE} if it is none. */
  public int makerOf(int number) {
    int stable = parts.maker(number);
    return stable < 0 ? Integer.MIN_VALUE : identities.maker(stable);
  }

  /** The how-manieth thing of its maker the object is that a number is a part of. */
  public int ordinalOf(int number) {
    return identities.ordinal(parts.maker(number));
  }

  /** The how-manieth thing with a name of its own a class is. */
  public int ordinalOfClass(String binaryName) {
    return nameNumber(binaryName + ".class");
  }

  /** Whether the elements of arrays made at a site are visible. */
  public boolean areElementsOfSiteVisible(int site) {
    return has(visibleSites, Math.max(site, 0));
  }

  boolean isAnyInitialisationVisible() {
    for (boolean isVisible : visibleClasses) {
      if (isVisible) {
        return true;
      }
    }
    return false;
  }

  public boolean isVisible(Matter matter) {
    return has(visibleMatters, matter.ordinal());
  }

  private static boolean has(boolean[] flags, int index) {
    return index < flags.length && flags[index];
  }

  /** From now on the journal says what is visible. */
  void keepJournal(Journal newJournal) {
    journal = newJournal;
  }

  /** Makes a thing visible: a declared field, the elements of arrays, a thread's status. */
  public void makeVisible(int number) {
    if (journal != null) {
      journal.visible(key(number));
    }
    int maker = parts.maker(number);
    boolean isAtomic = parts.ordinal(number) == ATOMIC;
    if (maker <= OF_COLLECTION && isAtomic) {
      visibleOrders = set(visibleOrders, OF_COLLECTION - maker);
    } else if (maker <= OF_COLLECTION) {
      visibleCollections = set(visibleCollections, OF_COLLECTION - maker);
    } else if (maker <= OF_CLASS) {
      visibleClasses = set(visibleClasses, OF_CLASS - maker);
    } else if (maker <= OF_SITE && isAtomic) {
      atomicSites = set(atomicSites, OF_SITE - maker);
    } else if (maker <= OF_SITE) {
      visibleSites = set(visibleSites, OF_SITE - maker);
    } else if (maker <= OF_FIELD && isAtomic) {
      atomicFields = set(atomicFields, OF_FIELD - maker);
    } else if (maker <= OF_FIELD) {
      visibleFields = set(visibleFields, OF_FIELD - maker);
    } else if (maker <= OF_THREAD && parts.ordinal(number) == INTERRUPTS) {
      visibleInterrupts = set(visibleInterrupts, OF_THREAD - maker);
    } else if (maker <= OF_THREAD && parts.ordinal(number) == LIVENESS) {
      visibleLiveness = set(visibleLiveness, OF_THREAD - maker);
    } else if (maker <= OF_THREAD && parts.ordinal(number) == ROUNDS) {
      visibleRounds = set(visibleRounds, OF_THREAD - maker);
    } else if (maker == OF_ALL) {
      visibleMatters = set(visibleMatters, parts.ordinal(number));
    } else {
      throw new IllegalArgumentException("object " + number + " is always visible");
    }
  }

  /** Takes back all {@link #makeVisible}. */
  public void hideAll() {
    if (journal != null) {
      journal.hidden();
    }
    for (boolean[] flags :
        List.of(
            visibleFields,
            visibleSites,
            atomicFields,
            atomicSites,
            visibleInterrupts,
            visibleLiveness,
            visibleRounds,
            visibleClasses,
            visibleCollections,
            visibleOrders,
            visibleMatters)) {
      Arrays.fill(flags, false);
    }
  }

  private static boolean[] set(boolean[] flags, int index) {
    boolean[] grown =
        index < flags.length ? flags : Arrays.copyOf(flags, Math.max(index + 1, 2 * flags.length));
    grown[index] = true;
    return grown;
  }

  // --- words

  /** The declared field that a number is, or is the place of in some object; -1 if none. */
  public int fieldOf(int number) {
    return number < unit.length && unit[number] > 0 ? unit[number] - 1 : -1;
  }

  /** The identity of which a number is a part, -1 if it is no part of an object. */
  public int identityOf(int number) {
    return Math.max(parts.maker(number), -1);
  }

  /** Which part of its identity a number is. */
  public int partOf(int number) {
    return parts.ordinal(number);
  }

  /** Whether a number is a lock that holds others off while a function computes a content. */
  public boolean isUpdate(int number) {
    int part = parts.ordinal(number);
    boolean isOfAll = part == UPDATE || part == UPDATE_OF_ALL;
    return parts.maker(number) >= 0 && (isOfAll || part <= UPDATES);
  }

  /** Whether a number is the lock for changes of all of a collection. */
  public boolean isUpdateOfAll(int number) {
    return parts.maker(number) >= 0 && parts.ordinal(number) == UPDATE_OF_ALL;
  }

  /** A short name for people. */
  public String name(int number) {
    return name(number, this::nameOfIdentity);
  }

  /** A short name for people; objects are named as given. */
  public String name(int number, IntFunction<String> nameOfIdentity) {
    int maker = parts.maker(number);
    int part = parts.ordinal(number);
    int field = fieldOf(number);
    if (maker <= OF_COLLECTION) {
      int site = OF_COLLECTION - maker;
      String what = part == ATOMIC ? "the object" : "the " + kindOf(number);
      return Sites.file(site).isEmpty() ? what : what + " made at " + place(site);
    }
    if (maker <= OF_CLASS) {
      return "the initialisation of " + simple(Classes.name(OF_CLASS - maker));
    }
    if (maker <= OF_SITE) {
      return "the elements of the " + kindOf(number) + " made at " + place(OF_SITE - maker);
    }
    if (maker <= OF_FIELD) {
      int declared = OF_FIELD - maker;
      return simple(Fields.declaringClass(declared)) + "." + Fields.name(declared);
    }
    if (maker <= OF_THREAD) {
      return switch (part) {
        case PERMIT -> "the permit";
        case INTERRUPTS -> "the interrupt status";
        case ROUNDS -> "the rounds";
        default -> "the liveness";
      };
    }
    if (maker == OF_ALL) {
      return Matter.values()[part].words();
    }
    String object = nameOfIdentity.apply(maker);
    if (part == QUEUE) {
      return "the queue of " + object;
    }
    if (field >= 0) {
      return object + "." + Fields.name(field);
    }
    if (number < unit.length && unit[number] < 0) {
      return object + "[" + part + "]";
    }
    if (part == UPDATE || part == UPDATE_OF_ALL) {
      return "the update of " + object;
    }
    if (part <= UPDATES) {
      return "the update of " + object + "[" + keys.text(UPDATES - part) + "]";
    }
    if (part <= ENTRIES) {
      return object + "[" + keys.text(ENTRIES - part) + "]";
    }
    if (part <= CELLS) {
      return object + "[" + (CELLS - part) + "]";
    }
    return object;
  }

  /** What a number stands for that means all that was made at a site; empty if it means less. */
  public String kindOf(int number) {
    int maker = parts.maker(number);
    if (maker <= OF_COLLECTION) {
      return simple(collections.getOrDefault(OF_COLLECTION - maker, "collection"));
    }
    return maker <= OF_SITE && maker > OF_CLASS ? "array" : "";
  }

  /** The site where all that was made for which a number stands, -1 if it means less. */
  public int siteOf(int number) {
    int maker = parts.maker(number);
    if (maker <= OF_COLLECTION) {
      return OF_COLLECTION - maker;
    }
    return maker <= OF_SITE && maker > OF_CLASS ? OF_SITE - maker : -1;
  }

  public String nameOfIdentity(int stable) {
    if (identities.maker(stable) == NAMED) {
      int wanted = identities.ordinal(stable);
      for (Map.Entry<String, Integer> entry : names.entrySet()) {
        if (entry.getValue() == wanted) {
          return entry.getKey();
        }
      }
    }
    String className = stable < classOf.size() ? classOf.get(stable) : null;
    if (className == null) {
      return "object " + stable;
    }
    int earlier = 0;
    for (int other = 0; other < stable; other++) {
      if (className.equals(classOf.get(other))) {
        earlier++;
      }
    }
    String simple = simple(className);
    boolean isArray = className.startsWith("[");
    String base = isArray ? "array" : simple;
    return earlier == 0 ? base : base + "#" + (earlier + 1);
  }

  private static String place(int site) {
    return Sites.file(site) + ":" + Sites.line(site);
  }

  private static String simple(String className) {
    String name = className.replace('/', '.');
    String last = name.substring(name.lastIndexOf('.') + 1);
    int nested = last.lastIndexOf('$');
    boolean isNamed = nested >= 0 && nested + 1 < last.length() && !isDigit(last, nested + 1);
    return isNamed ? last.substring(nested + 1) : last;
  }

  private static boolean isDigit(String text, int i) {
    return Character.isDigit(text.charAt(i));
  }

  /** A unique word for something that can be made visible. */
  public String key(int number) {
    int maker = parts.maker(number);
    boolean isAtomic = maker <= OF_FIELD && parts.ordinal(number) == ATOMIC;
    String atomic = isAtomic ? "atomic " : "";
    if (maker <= OF_COLLECTION) {
      return atomic + ObjectKeys.ofCollections(OF_COLLECTION - maker);
    }
    if (maker <= OF_CLASS) {
      return ObjectKeys.ofClass(OF_CLASS - maker);
    }
    if (maker <= OF_SITE) {
      return atomic + ObjectKeys.ofArrays(OF_SITE - maker);
    }
    if (maker <= OF_FIELD) {
      return atomic + ObjectKeys.ofField(OF_FIELD - maker);
    }
    if (maker <= OF_THREAD) {
      return switch (parts.ordinal(number)) {
            case INTERRUPTS -> "interrupts ";
            case ROUNDS -> "rounds ";
            default -> "liveness ";
          }
          + (OF_THREAD - maker);
    }
    return maker == OF_ALL ? Matter.values()[parts.ordinal(number)].key() : "object " + number;
  }

  /** The number of what a key means, -1 if it is no key. */
  public int ofKey(String key) {
    return ObjectKeys.find(key, this);
  }

  // --- saving

  /** Who made what has an identity. */
  StableIds identities() {
    return identities;
  }

  /** What parts have a number. */
  StableIds parts() {
    return parts;
  }

  /** The names of things that have one, in the order of their numbers. */
  List<String> names() {
    return List.copyOf(names.keySet());
  }

  /** The keys of maps that have a number. */
  MapKeys keys() {
    return keys;
  }

  /** A part of an object, as it is where the keys of maps have other numbers. */
  static int translated(int part, Translation keys) {
    if (part <= UPDATES) {
      return UPDATES - keys.ours(UPDATES - part);
    }
    return part <= ENTRIES ? ENTRIES - keys.ours(ENTRIES - part) : part;
  }

  int nameCount() {
    return names.size();
  }

  /** The number of something with a name. */
  int nameNumber(String name) {
    Integer known = names.get(name);
    if (known == null) {
      known = names.size();
      names.put(name, known);
    }
    return known;
  }

  public void save(DataOutput out) throws IOException {
    out.writeInt(names.size());
    for (String name : names.keySet()) {
      out.writeUTF(name);
    }
    keys.save(out);
    identities.save(out);
    parts.save(out);
  }

  public void restore(DataInput in) throws IOException {
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      names.put(in.readUTF(), i);
    }
    keys.restore(in);
    identities.restore(in);
    parts.restore(in);
  }

  /** Whether all ranges still have room. */
  public static boolean isInRange(int number) {
    return number < RANGE;
  }
}
