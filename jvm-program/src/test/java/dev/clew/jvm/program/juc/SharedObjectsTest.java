package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Point2D;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.net.CookieManager;
import java.net.CookieStore;
import java.net.HttpCookie;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EventListener;
import java.util.Formatter;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Scanner;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.swing.event.EventListenerList;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;
import sun.misc.Unsafe;

/** Objects of the JDK that are no collections, and that two threads use. */
@SuppressWarnings({"NullAway", "ReturnValueIgnored", "JavaUtilDate"}) // calls made to be explored
final class SharedObjectsTest {
  static final StringBuilder builder = new StringBuilder("x");

  // --- objects that nothing protects

  /** What two threads do to one object that is not made for that. */
  static Tasks.Task[] unguarded(String name) throws Exception {
    return switch (name) {
      case "StringBuilder" -> pair(() -> builder.append("a"), () -> builder.append('b'));
      case "look" -> pair(() -> builder.append("a"), builder::length);
      case "reference" -> pair(() -> List.of("a").forEach(builder::append), builder::toString);
      case "interface" -> {
        CharSequence text = builder;
        Appendable target = builder;
        yield pair(() -> target.append('a'), () -> text.charAt(0));
      }
      case "argument" -> pair(() -> builder.append("a"), () -> new StringBuilder().append(builder));
      case "concatenation" -> pair(() -> builder.append("a"), () -> check(("" + builder) != null));
      case "valueOf" -> pair(() -> builder.append("a"), () -> String.valueOf(builder));
      case "passed" -> pair(() -> extend(builder), () -> extend(builder));
      case "contains" -> pair(() -> builder.append("a"), () -> "x".contains(builder));
      case "Entry" -> {
        Map.Entry<String, Integer> entry = new AbstractMap.SimpleEntry<>("a", 1);
        yield pair(entry::getValue, () -> entry.setValue(2));
      }
      case "newSetFromMap" -> {
        Set<Integer> set = Collections.newSetFromMap(new HashMap<>());
        yield pair(set::size, () -> set.add(1));
      }
      case "asLifoQueue" -> {
        Queue<Integer> queue = Collections.asLifoQueue(new ArrayDeque<>());
        yield pair(queue::isEmpty, () -> queue.add(1));
      }
      case "checkedList" -> {
        List<Integer> list = new ArrayList<>();
        List<Integer> checked = Collections.checkedList(list, Integer.class);
        yield pair(checked::size, () -> list.add(1));
      }
      case "checkedMap" -> {
        Map<String, String> map =
            Collections.checkedMap(new HashMap<>(), String.class, String.class);
        yield pair(map::size, () -> map.put("a", "b"));
      }
      case "Matcher" -> {
        Matcher matcher = Pattern.compile("a").matcher("aaa");
        yield pair(matcher::find, matcher::find);
      }
      case "SimpleDateFormat" -> {
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        yield pair(() -> format.format(new Date(0)), () -> format.format(new Date(1)));
      }
      case "DecimalFormat" -> {
        DecimalFormat format = new DecimalFormat("0.0");
        yield pair(() -> format.format(1.5), () -> format.format(2.5));
      }
      case "Calendar" -> {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        yield pair(() -> calendar.add(Calendar.DATE, 1), () -> calendar.get(Calendar.YEAR));
      }
      case "incomplete Calendar" -> {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.set(2020, Calendar.MARCH, 1);
        yield pair(() -> calendar.get(Calendar.YEAR), () -> calendar.get(Calendar.YEAR));
      }
      case "Date" -> {
        Date date = new Date(0);
        yield pair(() -> date.setTime(1), date::getTime);
      }
      case "ByteBuffer" -> {
        ByteBuffer buffer = ByteBuffer.allocate(4);
        yield pair(() -> buffer.put((byte) 1), () -> buffer.put((byte) 2));
      }
      case "Scanner" -> {
        Scanner scanner = new Scanner("1 2");
        yield pair(scanner::nextInt, scanner::nextInt);
      }
      case "StringTokenizer" -> {
        StringTokenizer tokens = new StringTokenizer("a b");
        yield pair(tokens::nextToken, tokens::nextToken);
      }
      case "StringJoiner" -> {
        StringJoiner joiner = new StringJoiner(",");
        yield pair(() -> joiner.add("a"), () -> joiner.add("b"));
      }
      case "MessageDigest" -> {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        yield pair(() -> digest.update((byte) 1), () -> digest.update((byte) 2));
      }
      case "Iterator" -> {
        Iterator<String> iterator = new ArrayList<>(List.of("a", "b")).iterator();
        yield pair(iterator::next, () -> iterator.next());
      }
      case "Formatter" -> {
        Formatter formatter = new Formatter(Locale.ROOT);
        yield pair(() -> formatter.format("a"), () -> formatter.format("b"));
      }
      case "RandomGenerator" -> {
        RandomGenerator generator = new SplittableRandom(1);
        yield pair(generator::nextInt, generator::nextInt);
      }
      case "MutableCallSite" -> {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1));
        yield pair(() -> site.setTarget(MethodHandles.constant(int.class, 2)), site::getTarget);
      }
      case "KeyStore" -> {
        KeyStore store = KeyStore.getInstance("JCEKS");
        store.load(null, null);
        yield pair(() -> store.setKeyEntry("a", new byte[3], null), store::size);
      }
      case "HttpCookie" -> {
        HttpCookie cookie = new HttpCookie("a", "b");
        yield pair(() -> cookie.setValue("c"), cookie::getValue);
      }
      case "DigestInputStream" -> {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        DigestInputStream in = new DigestInputStream(new ByteArrayInputStream(new byte[2]), digest);
        yield pair(in::read, in::read);
      }
      case "own Formatter" -> pair(() -> formatted(builder), () -> formatted(builder));
      case "head" -> {
        DataOutputStream out = new DataOutputStream(new ByteArrayOutputStream());
        yield pair(() -> out.writeInt(1), () -> new ObjectOutputStream(out));
      }
      case "SimpleEntry" -> {
        Map.Entry<String, String> entry = new AbstractMap.SimpleEntry<>("a", "b");
        yield pair(() -> entry.setValue("c"), () -> entry.setValue("d"));
      }
      case "IntSummaryStatistics" -> {
        IntSummaryStatistics sum = new IntSummaryStatistics();
        yield pair(() -> sum.accept(1), sum::getSum);
      }
      case "IntConsumer" -> {
        IntSummaryStatistics sum = new IntSummaryStatistics();
        IntConsumer consumer = sum;
        yield pair(() -> consumer.accept(1), sum::getSum);
      }
      case "CRC32" -> {
        CRC32 sum = new CRC32();
        yield pair(() -> sum.update(1), () -> sum.update(2));
      }
      case "CharsetEncoder" -> {
        var encoder = StandardCharsets.UTF_8.newEncoder();
        yield pair(() -> encoder.canEncode('a'), () -> encoder.canEncode('b'));
      }
      case "DataOutputStream" -> {
        DataOutputStream out = new DataOutputStream(new ByteArrayOutputStream());
        yield pair(() -> out.writeInt(1), () -> out.writeInt(2));
      }
      case "subclass" -> {
        Stamp stamp = new Stamp();
        yield pair(() -> stamp.setTime(1), stamp::later);
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A class of the program that has its state from the JDK. */
  static final class Stamp extends Date {
    private static final long serialVersionUID = 1;

    long later() {
      return getTime() + 1;
    }
  }

  private static void extend(StringBuilder text) {
    text.append("more");
  }

  private static void formatted(Appendable target) {
    try (Formatter own = new Formatter(target, Locale.ROOT)) {
      own.format("a");
    }
  }

  private static Tasks.Task[] pair(Tasks.Task one, Tasks.Task other) {
    return new Tasks.Task[] {one, other};
  }

  private static Tasks.Task guarded(Tasks.Task task, Object lock) {
    return () -> {
      synchronized (lock) {
        task.run();
      }
    };
  }

  /** Two threads, with or without a lock. */
  public static final class Unguarded {
    public static void main(String[] args) throws Exception {
      Tasks.Task[] tasks = unguarded(args[0]);
      if (args[1].equals("guarded")) {
        Object lock = new Object();
        Tasks.join(Tasks.start(guarded(tasks[0], lock), guarded(tasks[1], lock)));
      } else {
        Tasks.join(Tasks.start(tasks[0], tasks[1]));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "contains, StringBuilder",
    "Entry, SimpleEntry",
    "newSetFromMap, HashMap",
    "asLifoQueue, ArrayDeque",
    "checkedList, ArrayList",
    "checkedMap, HashMap",
    "StringBuilder, StringBuilder",
    "look, StringBuilder",
    "reference, StringBuilder",
    "interface, StringBuilder",
    "argument, StringBuilder",
    "concatenation, StringBuilder",
    "valueOf, StringBuilder",
    "passed, StringBuilder",
    "Matcher, Matcher",
    "SimpleDateFormat, SimpleDateFormat",
    "DecimalFormat, DecimalFormat",
    "Calendar, GregorianCalendar",
    "incomplete Calendar, GregorianCalendar",
    "Date, Date",
    "ByteBuffer, ByteBuffer",
    "Scanner, Scanner",
    "StringTokenizer, StringTokenizer",
    "StringJoiner, StringJoiner",
    "MessageDigest, MessageDigest",
    "Iterator, Iterator",
    "Formatter, Formatter",
    "RandomGenerator, SplittableRandom",
    "MutableCallSite, MutableCallSite",
    "KeyStore, KeyStore",
    "HttpCookie, HttpCookie",
    "DigestInputStream, DigestInputStream",
    "own Formatter, StringBuilder",
    "head, DataOutputStream",
    "SimpleEntry, SimpleEntry",
    "IntSummaryStatistics, IntSummaryStatistics",
    "IntConsumer, IntSummaryStatistics",
    "CRC32, CRC32",
    "CharsetEncoder, CharsetEncoder",
    "DataOutputStream, DataOutputStream",
  })
  void anObjectThatNothingProtectsRaces(String name, String expected) {
    assertThat(racesOf(Unguarded.class, name, "unguarded"))
        .singleElement()
        .asString()
        .startsWith("data race on the " + expected + " made at SharedObjectsTest.java:");
    verified(Unguarded.class, name, "guarded");
  }

  @Test
  void whatAClassOfTheProgramInheritsFromTheJdkRaces() {
    assertThat(racesOf(Unguarded.class, "subclass", "unguarded"))
        .singleElement()
        .asString()
        .startsWith("data race on the Stamp: ");
    verified(Unguarded.class, "subclass", "guarded");
  }

  /** One thread sets the first element of a list over an array while another one uses the list. */
  public static final class OverArray {
    public static void main(String[] args) throws Exception {
      List<String> list = Arrays.asList("a", "b", "d");
      Tasks.Task use =
          switch (args[0]) {
            case "get" -> () -> list.get(0);
            case "get other" -> () -> list.get(1);
            case "contains" -> () -> list.contains("b");
            case "forEach" -> () -> list.forEach(each -> {});
            case "iterator" -> () -> list.iterator().next();
            case "rest of iterator" -> {
              Iterator<String> iterator = list.iterator();
              iterator.next();
              yield () -> iterator.forEachRemaining(each -> {});
            }
            case "loop" ->
                () -> {
                  for (String each : list) {
                    each.length();
                  }
                };
            case "listIterator" -> () -> list.listIterator().next();
            case "part" -> () -> list.subList(0, 2).get(1);
            case "other part" -> () -> list.subList(1, 3).get(1);
            case "sort of other part" -> () -> Collections.sort(list.subList(1, 3));
            case "iterator of other part" -> () -> list.subList(1, 3).iterator().next();
            case "unmodifiable" -> () -> Collections.unmodifiableList(list).get(0);
            case "copy" -> () -> new ArrayList<>(list);
            case "sort" -> () -> Collections.sort(list);
            case "text" -> () -> ("" + list).length();
            case "size" ->
                () -> {
                  list.size();
                  list.isEmpty();
                  list.iterator().hasNext();
                };
            case "invoke" -> {
              Method method = Collection.class.getMethod("toArray");
              yield () -> method.invoke(list);
            }
            default -> throw new IllegalArgumentException(args[0]);
          };
      Tasks.join(Tasks.start(() -> list.set(0, "c"), use));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get",
        "contains",
        "forEach",
        "iterator",
        "loop",
        "listIterator",
        "part",
        "unmodifiable",
        "copy",
        "sort",
        "text",
        "invoke"
      })
  void aListOverAnArrayIsThatArray(String use) {
    assertThat(racesOf(OverArray.class, use))
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each)
                    .startsWith(
                        "data race on the elements of the array made at SharedObjectsTest.java:"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get other",
        "rest of iterator",
        "other part",
        "sort of other part",
        "iterator of other part",
        "size"
      })
  void otherElementsOfAListOverAnArrayAreApart(String use) {
    assertThat(verified(OverArray.class, use)).isEqualTo(1);
  }

  /** A part of a linked list is that list. */
  public static final class Part {
    public static void main(String[] args) throws Exception {
      List<String> list = new LinkedList<>(List.of("a", "b"));
      List<String> part = list.subList(0, 1);
      Tasks.join(Tasks.start(() -> list.set(0, "c"), () -> part.get(0)));
    }
  }

  @Test
  void aPartOfAListIsThatList() {
    assertThat(racesOf(Part.class))
        .singleElement()
        .asString()
        .startsWith("data race on the LinkedList made at SharedObjectsTest.java:");
  }

  /** Methods of the JDK that are called by reflection. */
  public static final class Reflected {
    public static void main(String[] args) throws Exception {
      List<String> list = new ArrayList<>(List.of("a"));
      Method first = Collection.class.getMethod(args[0]);
      Method second = Collection.class.getMethod(args[1]);
      Tasks.join(Tasks.start(() -> first.invoke(list), () -> second.invoke(list)));
    }
  }

  @Test
  void methodsThatAreCalledByReflectionAreSeen() {
    assertThat(racesOf(Reflected.class, "clear", "size"))
        .singleElement()
        .asString()
        .startsWith("data race on the ArrayList made at SharedObjectsTest.java:");
    assertThat(verified(Reflected.class, "size", "isEmpty")).isEqualTo(1);
  }

  /** Which priority a group of threads allows. */
  public static final class Group {
    public static void main(String[] args) throws Exception {
      ThreadGroup group = new ThreadGroup("group");
      Tasks.join(
          Tasks.start(() -> group.setMaxPriority(3), () -> check(group.getMaxPriority() != 3)));
    }
  }

  @Test
  void groupsOfThreadsAreSeen() {
    assertThat(Harness.explore(Group.class).findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.ASSERTION);
  }

  /** Properties that one thread sets and others, or class initialisers, read. */
  public static final class Properties {
    /** Reads one when it is initialised. */
    static final class Reader {
      static final String FOUND = System.getProperty("clew.test.other", "none");
    }

    public static void main(String[] args) throws Exception {
      Tasks.Task reader =
          () -> {
            Boolean.getBoolean("clew.test");
            Integer.getInteger("clew.test", 1);
            check(Reader.FOUND.equals("none"));
          };
      Tasks.join(Tasks.start(reader, reader, () -> System.setProperty(args[0], "x")));
    }
  }

  /** A method of the JDK gets an array of which another thread writes the second element. */
  public static final class ArrayArguments {
    public static void main(String[] args) throws Exception {
      char[] chars = {'a', 'b', 'c'};
      byte[] bytes = {1, 2, 3};
      int[] numbers = {1, 2, 3};
      Tasks.Task use =
          switch (args[0]) {
            case "new" -> () -> new String(chars);
            case "new part" -> () -> new String(chars, 1, 1);
            case "new other part" -> () -> new String(chars, 2, 1);
            case "valueOf" -> () -> String.valueOf(chars);
            case "append" -> () -> new StringBuilder().append(chars);
            case "bytes" -> () -> new String(bytes, StandardCharsets.UTF_8);
            case "getChars" -> () -> "xy".getChars(0, 2, chars, 1);
            case "getChars elsewhere" -> () -> "xy".getChars(0, 1, chars, 2);
            case "write" -> () -> new ByteArrayOutputStream().write(bytes, 0, 2);
            case "read" -> () -> new ByteArrayInputStream(new byte[2]).read(bytes);
            case "put" -> () -> ByteBuffer.allocate(3).put(bytes);
            case "get" -> () -> ByteBuffer.allocate(3).get(bytes);
            case "update" -> () -> new CRC32().update(bytes);
            case "fill" -> () -> Arrays.fill(numbers, 0, 2, 5);
            case "fill too much" -> () -> fails(() -> Arrays.fill(numbers, 0, 4, 5));
            case "copyOf" -> () -> Arrays.copyOf(numbers, 5);
            case "copyOfRange" -> () -> Arrays.copyOfRange(numbers, 1, 5);
            case "other copyOfRange" -> () -> Arrays.copyOfRange(numbers, 2, 5);
            case "copy" -> () -> System.arraycopy(numbers, 1, new int[3], 0, 2);
            case "copy too much" ->
                () -> fails(() -> System.arraycopy(numbers, 1, new int[3], 0, 3));
            case "new too much" -> () -> fails(() -> new String(chars, 1, 3));
            case "equals" -> () -> Arrays.equals(numbers, new int[3]);
            case "equals longer" -> () -> Arrays.equals(numbers, new int[4]);
            case "stream" -> () -> Arrays.stream(numbers).sum();
            default -> () -> IntStream.of(numbers).sum();
          };
      Tasks.Task change =
          () -> {
            chars[1]++;
            bytes[1]++;
            numbers[1]++;
          };
      Tasks.join(Tasks.start(use, change));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "new, 1",
    "new part, 1",
    "new other part, 0",
    "valueOf, 1",
    "append, 1",
    "bytes, 1",
    "getChars, 1",
    "getChars elsewhere, 0",
    "write, 1",
    "read, 1",
    "put, 1",
    "get, 1",
    "update, 1",
    "stream, 1",
    "of, 1",
    "fill, 1",
    "fill too much, 0",
    "copyOf, 1",
    "copyOfRange, 1",
    "other copyOfRange, 0",
    "copy, 1",
    "copy too much, 0",
    "new too much, 0",
    "equals, 1",
    "equals longer, 0",
  })
  void whatTheJdkDoesToAnArrayItGetsIsSeen(String use, int races) {
    assertThat(racesOf(ArrayArguments.class, use)).hasSize(races);
  }

  private static void fails(Tasks.Task task) throws Exception {
    try {
      task.run();
    } catch (IndexOutOfBoundsException e) {
      return;
    }
    throw new AssertionError();
  }

  /** A range that is not there is copied into an array that races. */
  public static final class CopyTooMuch {
    public static void main(String[] args) throws Exception {
      int[] numbers = new int[4];
      int[] more = {7, 7, 7, 7, 7};
      Tasks.join(
          Tasks.start(
              () -> fails(() -> System.arraycopy(more, 0, numbers, 2, 3)),
              () -> numbers[0] = 0,
              () -> check(numbers[0] + numbers[3] == 0)));
      check(numbers[2] == 0);
    }
  }

  @Test
  void nothingIsCopiedIfTheRangeIsNotThere() {
    assertThat(Harness.explore(CopyTooMuch.class).findings())
        .isNotEmpty()
        .extracting(Finding::kind)
        .containsOnly(FindingKind.DATA_RACE);
  }

  @Test
  void onlyWhoUsesTheSamePropertyIsOrdered() {
    assertThat(verified(Properties.class, "clew.test.third")).isEqualTo(1);
    assertThat(verified(Properties.class, "clew.test")).isGreaterThan(1);
    Verdicts.fails(Properties.class, "clew.test.other");
  }

  private static List<String> racesOf(Class<?> program, String... arguments) {
    return Harness.explore(program, arguments).findings().stream()
        .filter(each -> each.kind() == FindingKind.DATA_RACE)
        .map(Finding::message)
        .toList();
  }

  // --- objects that protect themselves

  /** What two threads do to an object that protects itself, and what comes of it. */
  private record Ordered(Tasks.Task one, Tasks.Task other, Result result) {}

  /** What can be seen in the end. */
  @FunctionalInterface
  private interface Result {
    String get() throws Exception;
  }

  static Ordered ordered(String name) throws Exception {
    switch (name) {
      case "ByteArrayOutputStream" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return new Ordered(() -> out.write('a'), () -> out.write('b'), out::toString);
      }
      case "PrintStream" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Ordered(() -> print.print('a'), () -> print.print('b'), out::toString);
      }
      case "two PrintStreams" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream other = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Ordered(() -> print.print('a'), () -> other.print('b'), out::toString);
      }
      case "StringWriter" -> {
        StringWriter out = new StringWriter();
        return new Ordered(() -> out.write("a"), () -> out.write("b"), out::toString);
      }
      case "PrintWriter" -> {
        StringWriter out = new StringWriter();
        PrintWriter print = new PrintWriter(out);
        return new Ordered(() -> print.print("a"), () -> print.print("b"), out::toString);
      }
      case "BufferedWriter" -> {
        CharArrayWriter out = new CharArrayWriter();
        BufferedWriter writer = new BufferedWriter(out);
        return new Ordered(
            () -> writer.write("a"),
            () -> writer.write("b"),
            () -> {
              writer.flush();
              return out.toString();
            });
      }
      case "StringReader" -> {
        StringReader in = new StringReader("ab");
        int[] first = new int[1];
        return new Ordered(() -> first[0] = in.read(), in::read, () -> (char) first[0] + "");
      }
      case "ByteArrayInputStream" -> {
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {'a', 'b'});
        int[] first = new int[1];
        return new Ordered(() -> first[0] = in.read(), in::read, () -> (char) first[0] + "");
      }
      case "addSuppressed" -> {
        Exception thrown = new IOException("x");
        return new Ordered(
            () -> thrown.addSuppressed(new Exception("a")),
            () -> thrown.addSuppressed(new Exception("b")),
            () -> thrown.getSuppressed()[0].getMessage());
      }
      case "Reference" -> {
        WeakReference<String> reference = new WeakReference<>("a");
        String[] found = new String[1];
        return new Ordered(
            reference::clear, () -> found[0] = reference.get(), () -> Objects.toString(found[0]));
      }
      case "setName" -> {
        Thread thread = new Thread(() -> {});
        return new Ordered(() -> thread.setName("a"), () -> thread.setName("b"), thread::getName);
      }
      case "number" -> {
        String[] names = new String[2];
        return new Ordered(
            () -> names[0] = new Thread(() -> {}).getName(),
            () -> names[1] = new Thread(() -> {}).getName(),
            () -> names[0].compareTo(names[1]) < 0 ? "a" : "b");
      }
      case "setPriority" -> {
        Thread thread = new Thread(() -> {});
        return new Ordered(
            () -> thread.setPriority(3),
            () -> thread.setPriority(7),
            () -> thread.getPriority() == 3 ? "a" : "b");
      }
      case "setContextClassLoader" -> {
        Thread thread = new Thread(() -> {});
        ClassLoader loader = thread.getContextClassLoader();
        return new Ordered(
            () -> thread.setContextClassLoader(null),
            () -> thread.setContextClassLoader(loader),
            () -> thread.getContextClassLoader() == null ? "a" : "b");
      }
      case "toString" -> {
        Thread main = Thread.currentThread();
        main.setName("a");
        String[] found = new String[1];
        return new Ordered(
            () -> main.setName("b"),
            () -> found[0] = main.toString(),
            () -> found[0].contains("a,") ? "a" : "b");
      }
      case "text" -> {
        Thread main = Thread.currentThread();
        main.setName("a");
        String[] found = new String[1];
        return new Ordered(
            () -> main.setName("b"),
            () -> found[0] = "<" + main + ">",
            () -> found[0].contains("a,") ? "a" : "b");
      }
      case "printStackTrace" -> {
        Exception shared = new Exception("shared");
        String[] found = new String[1];
        return new Ordered(
            () -> shared.addSuppressed(new Exception("other")),
            () -> {
              StringWriter text = new StringWriter();
              shared.printStackTrace(new PrintWriter(text));
              found[0] = text.toString().contains("Suppressed") ? "a" : "b";
            },
            () -> found[0]);
      }
      case "ClassValue" -> {
        ThreadLocal<String> own = ThreadLocal.withInitial(() -> "neither");
        ClassValue<String> values =
            new ClassValue<>() {
              @Override
              protected String computeValue(Class<?> type) {
                return own.get();
              }
            };
        return new Ordered(
            () -> {
              own.set("a");
              values.get(String.class);
            },
            () -> {
              own.set("b");
              values.get(String.class);
            },
            () -> values.get(String.class));
      }
      case "Deflater" -> {
        Deflater deflater = new Deflater();
        String[] found = {"a"};
        return new Ordered(
            deflater::end,
            () -> {
              try {
                deflater.getTotalIn();
              } catch (NullPointerException | IllegalStateException e) { // as of the JDK
                found[0] = "b";
              }
            },
            () -> found[0]);
      }
      case "VolatileCallSite" -> {
        MethodHandle first = MethodHandles.constant(int.class, 1);
        VolatileCallSite site = new VolatileCallSite(first);
        String[] found = new String[1];
        return new Ordered(
            () -> site.setTarget(MethodHandles.constant(int.class, 2)),
            () -> found[0] = site.getTarget() == first ? "a" : "b",
            () -> found[0]);
      }
      case "CookieStore" -> {
        CookieStore store = new CookieManager().getCookieStore();
        URI place = URI.create("http://a.b/");
        String[] found = new String[1];
        return new Ordered(
            () -> store.add(place, new HttpCookie("a", "b")),
            () -> found[0] = store.getCookies().isEmpty() ? "a" : "b",
            () -> found[0]);
      }
      case "own OutputStreamWriter" -> {
        return written(OutputStreamWriter::new);
      }
      case "own PrintWriter" -> {
        return written(out -> new PrintWriter(out, true));
      }
      case "own BufferedOutputStream" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return new Ordered(() -> buffered(out, 'a'), () -> buffered(out, 'b'), out::toString);
      }
      case "own BufferedWriter" -> {
        StringWriter out = new StringWriter();
        return new Ordered(() -> buffered(out, "a"), () -> buffered(out, "b"), out::toString);
      }
      case "head of GZIPOutputStream" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return new Ordered(
            () -> new GZIPOutputStream(out).flush(),
            () -> out.write('b'),
            () -> out.toByteArray()[0] == 'b' ? "b" : "a");
      }
      case "head of ObjectOutputStream" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return new Ordered(
            () -> new ObjectOutputStream(out).flush(),
            () -> out.write('b'),
            () -> out.toByteArray()[0] == 'b' ? "b" : "a");
      }
      case "own writer of a channel" -> {
        return written(out -> Channels.newWriter(Channels.newChannel(out), StandardCharsets.UTF_8));
      }
      case "own Scanner" -> {
        Reader in = new StringReader("a b");
        String[] found = new String[1];
        return new Ordered(
            () -> found[0] = scanned(in), () -> scanned(in), () -> Objects.toString(found[0]));
      }
      case "property" -> {
        return new Ordered(
            () -> System.setProperty("clew.test", "a"),
            () -> System.setProperty("clew.test", "b"),
            () -> System.getProperty("clew.test"));
      }
      default -> throw new IllegalArgumentException(name);
    }
  }

  /** What makes a writer over bytes. */
  @FunctionalInterface
  private interface Writing {
    Writer over(OutputStream out);
  }

  /** Each thread makes a writer of its own. */
  private static Ordered written(Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    return new Ordered(
        () -> write(writing, out, "a"), () -> write(writing, out, "b"), out::toString);
  }

  private static void write(Writing writing, OutputStream out, String text) throws IOException {
    Writer writer = writing.over(out);
    writer.write(text);
    writer.flush();
  }

  private static void buffered(OutputStream out, int value) throws IOException {
    try (OutputStream own = new BufferedOutputStream(out)) {
      own.write(value);
    }
  }

  private static void buffered(Writer out, String text) throws IOException {
    try (Writer own = new BufferedWriter(out)) {
      own.write(text);
    }
  }

  private static @Nullable String scanned(Reader in) {
    Scanner own = new Scanner(in);
    return own.hasNext() ? own.next() : null;
  }

  /** Fails if what is seen depends on the order; or takes care of the order. */
  public static final class Guarded {
    public static void main(String[] args) throws Exception {
      Ordered ordered = ordered(args[0]);
      if (args[1].equals("in order")) {
        Tasks.join(Tasks.start(ordered.one));
        Tasks.join(Tasks.start(ordered.other));
      } else {
        Tasks.join(Tasks.start(ordered.one, ordered.other));
      }
      String found = ordered.result.get();
      check(found.equals(args[2]));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ByteArrayOutputStream, ab, ba",
    "PrintStream, ab, ba",
    "two PrintStreams, ab, ba",
    "StringWriter, ab, ba",
    "PrintWriter, ab, ba",
    "BufferedWriter, ab, ba",
    "StringReader, a, b",
    "ByteArrayInputStream, a, b",
    "addSuppressed, a, b",
    "Reference, null, a",
    "printStackTrace, a, b",
    "setName, b, a",
    "number, a, b",
    "setPriority, b, a",
    "setContextClassLoader, b, a",
    "toString, b, a",
    "text, b, a",
    "property, b, a",
    "ClassValue, a, b",
    "Deflater, b, a",
    "VolatileCallSite, b, a",
    "CookieStore, b, a",
    "own OutputStreamWriter, ab, ba",
    "own PrintWriter, ab, ba",
    "own BufferedOutputStream, ab, ba",
    "own BufferedWriter, ab, ba",
    "head of GZIPOutputStream, a, b",
    "head of ObjectOutputStream, a, b",
    "own writer of a channel, ab, ba",
    "own Scanner, a, null",
  })
  void theOrderOfCallsOnAnObjectThatProtectsItselfIsExplored(
      String name, String first, String second) {
    for (String expected : List.of(first, second)) {
      Outcome outcome = Harness.program(Guarded.class, name, "any", expected).explore();
      assertThat(outcome.findings())
          .extracting(Finding::kind)
          .as(name + " is not always " + expected)
          .containsExactly(FindingKind.ASSERTION);
    }
    assertThat(verified(Guarded.class, name, "in order", first)).isEqualTo(1);
  }

  /** Two threads make threads that get numbers for names, for which nobody asks. */
  public static final class Nameless {
    public static void main(String[] args) throws Exception {
      Tasks.Task make = () -> Tasks.join(Tasks.start(() -> {}));
      Tasks.join(Tasks.start(make, make));
    }
  }

  @Test
  void numbersInNamesMakeNoDifferenceWhereNobodyAsks() {
    assertThat(verified(Nameless.class)).isEqualTo(1);
  }

  /** Two parts that belong together, and another thread that comes between them or not. */
  public static final class Together {
    public static void main(String[] args) throws Exception {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
      boolean isGuarded = args[0].equals("guarded");
      Object lock = args[1].equals("stream") ? print : out;
      Tasks.Task parts =
          () -> {
            synchronized (isGuarded ? lock : new Object()) {
              print.print("a");
              print.print("b");
            }
          };
      Tasks.join(Tasks.start(parts, () -> print.print("c")));
      String found = out.toString();
      check(found.equals("abc") || found.equals("cab"));
    }
  }

  @Test
  void theMonitorOfAStreamKeepsItsCallsTogether() {
    Verdicts.fails(Together.class, "unguarded", "stream");
    if (!hasOtherLocks()) {
      assertThat(verified(Together.class, "guarded", "stream")).isEqualTo(2);
    }
  }

  /** The stream takes its own monitor first, then that of the bytes. */
  @Test
  void theMonitorBelowAStreamIsTakenInTheOtherOrder() {
    assertThat(Harness.explore(Together.class, "guarded", "bytes").findings())
        .extracting(Finding::kind)
        .contains(FindingKind.DEADLOCK);
  }

  private static boolean hasOtherLocks() {
    int version = Runtime.version().feature();
    return version >= 19 && version < 24;
  }

  // --- objects that do not change

  /** Threads that look at what cannot change, or at what nobody changes any more. */
  public static final class Immutable {
    static final Pattern PATTERN = Pattern.compile("a(b)");
    static final BigInteger NUMBER = BigInteger.TEN;
    static final LocalDate DATE = LocalDate.of(2020, 1, 1);
    static final Optional<String> OPTIONAL = Optional.of("x");
    static final List<String> LIST = List.of("a", "b");
    static final List<String> FIXED = Arrays.asList("a", "b");
    static final UUID ID = new UUID(1, 2);
    static final StringBuilder TEXT = new StringBuilder("done");
    static final Calendar CALENDAR = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);

    public static void main(String[] args) throws Exception {
      Tasks.Task look =
          () -> {
            StringBuilder own = new StringBuilder();
            own.append(PATTERN.matcher("ab").matches()).append(NUMBER.add(NUMBER));
            own.append(DATE.plusDays(1)).append(OPTIONAL.get()).append(LIST).append(FIXED.get(1));
            own.append(ID).append(TEXT).append(CALENDAR.get(Calendar.MONTH));
            own.append(DATE.atStartOfDay(ZoneOffset.UTC)).append(Locale.ROOT.getLanguage());
            Iterator<String> mine = FIXED.iterator();
            mine.next();
            extend(own);
            System.out.println(own);
            check(own.length() > 0);
          };
      Tasks.join(Tasks.start(look, look));
    }
  }

  @Test
  void whatDoesNotChangeIsNoOperation() {
    assertThat(verified(Immutable.class)).isEqualTo(1);
  }

  /** A value of a class that two threads ask for first. */
  public static final class Computed {
    public static void main(String[] args) throws Exception {
      AtomicInteger count = new AtomicInteger();
      ClassValue<AtomicInteger> values =
          new ClassValue<>() {
            @Override
            protected AtomicInteger computeValue(Class<?> type) {
              count.incrementAndGet();
              return new AtomicInteger();
            }
          };
      Tasks.Task task = () -> values.get(String.class).incrementAndGet();
      Tasks.join(Tasks.start(task, task));
      check(values.get(String.class).get() == 2);
      check(args[0].equals("any") || count.get() == 1);
    }
  }

  @Test
  void aValueOfAClassMayBeComputedTwiceButIsOne() {
    assertThat(verified(Computed.class, "any")).isGreaterThan(1);
    Verdicts.fails(Computed.class, "once");
  }

  /** Threads that only look at what can change, or is made to be shared. */
  public static final class Looks {
    static final Collator COLLATOR = Collator.getInstance(Locale.US);
    static final Color COLOR = new Color(10, 20, 30);
    static final Point2D POINT = new Point2D.Double(3, 4);
    static final Rectangle AREA = new Rectangle(4, 4);
    static final AffineTransform MOVE = AffineTransform.getTranslateInstance(1, 1);
    static final TimeZone ZONE = TimeZone.getTimeZone("UTC");
    static final QName NAME = new QName("a");
    static final Schema SCHEMA = schema();

    private static Schema schema() {
      String text = "<s:schema xmlns:s='" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "'/>";
      try {
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(new StreamSource(new StringReader(text)));
      } catch (SAXException e) {
        throw new AssertionError(e);
      }
    }

    public static void main(String[] args) throws Exception {
      Tasks.Task look =
          () -> {
            check(COLLATOR.compare("a", "b") < 0);
            check(COLOR.darker().getRed() < 10 && COLOR.brighter().getRed() > 10);
            check(POINT.distance(0, 0) == 5);
            check(AREA.union(AREA).equals(AREA) && AREA.contains(1, 1));
            check(MOVE.transform(POINT, null).getX() == 4);
            check(!ZONE.inDaylightTime(new Date(0)));
            check(NAME.getLocalPart().equals("a") && SCHEMA.newValidator() != null);
          };
      Tasks.join(Tasks.start(look, look));
    }
  }

  @Test
  void whoOnlyLooksDoesNotRace() {
    assertThat(verified(Looks.class)).isEqualTo(1);
  }

  /** What has synchronized methods. */
  public static final class Synchronized {
    public static void main(String[] args) throws Exception {
      EventListenerList listeners = new EventListenerList();
      PipedInputStream in = new PipedInputStream();
      PipedOutputStream out = new PipedOutputStream(in);
      out.write(1);
      out.write(2);
      Tasks.Task task =
          args[0].equals("add")
              ? () -> listeners.add(EventListener.class, new EventListener() {})
              : in::read;
      Tasks.join(Tasks.start(task, task));
      check(listeners.getListenerCount() + 2 - in.available() == 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "read"})
  void whatHasSynchronizedMethodsDoesNotRace(String task) {
    assertThat(verified(Synchronized.class, task)).isEqualTo(task.equals("add") ? 2 : 4);
  }

  /** Memory that two threads access by one object of the JDK, each in its own place. */
  public static final class OwnPlaces {
    public static void main(String[] args) throws Exception {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Unsafe unsafe = (Unsafe) field.get(null);
      long[] places = new long[2];
      long start = Unsafe.ARRAY_LONG_BASE_OFFSET;
      Tasks.join(
          Tasks.start(
              () -> unsafe.putLong(places, start, 1),
              () -> unsafe.putLong(places, start + Long.BYTES, 2)));
      check(places[0] == 1 && places[1] == 2);
    }
  }

  @Test
  void whatGivesAccessToMemoryIsNotItselfShared() {
    verified(OwnPlaces.class);
  }

  /** An object that is handed over. */
  public static final class HandedOver {
    static volatile StringBuilder text;

    public static void main(String[] args) throws Exception {
      Tasks.Task maker =
          () -> {
            StringBuilder made = new StringBuilder();
            made.append("a");
            text = made;
          };
      Tasks.Task user =
          () -> {
            StringBuilder found = text;
            if (found != null) {
              found.append("b");
              check(found.toString().equals("ab"));
            }
          };
      Tasks.join(Tasks.start(maker, user));
    }
  }

  @Test
  void anObjectThatIsHandedOverDoesNotRace() {
    assertThat(verified(HandedOver.class)).isEqualTo(2);
  }
}
