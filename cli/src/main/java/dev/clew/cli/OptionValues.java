package dev.clew.cli;

import dev.clew.explore.StrategyKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are written. */
final class OptionValues {
  /** Anything, as it is. */
  static final ITypeConverter<String> TEXT = value -> value;

  private OptionValues() {}

  /** A whole number that is at least 1. */
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      long number = integer(value);
      if (number < 1) {
        throw new TypeConversionException("'" + value + "' is too small, give 1 or more");
      }
      return number;
    }
  }

  /** A whole number that is not negative. */
  static final class CountOrNone implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      long number = integer(value);
      if (number < 0) {
        throw new TypeConversionException("'" + value + "' is too small, give 0 or more");
      }
      return number;
    }
  }

  /** How many events have to come in a certain order. */
  static final class Depth implements ITypeConverter<Integer> {
    private static final int MOST = 20;

    @Override
    public Integer convert(String value) {
      long number = integer(value);
      if (number < 1 || number > MOST) {
        throw new TypeConversionException("'" + value + "' is not between 1 and " + MOST);
      }
      return (int) number;
    }
  }

  /** How many preemptions an execution may have. */
  static final class Preemptions implements ITypeConverter<Integer> {
    private static final long MOST = 1_000_000;

    @Override
    public Integer convert(String value) {
      long number = integer(value);
      if (number < 0) {
        throw new TypeConversionException("'" + value + "' is too small, give 0 or more");
      }
      if (number > MOST) {
        throw new TypeConversionException("'" + value + "' is too large, leave the option out");
      }
      return (int) number;
    }
  }

  /** After how many rounds a thread lets others go first. */
  static final class Rounds implements ITypeConverter<Integer> {
    private static final long MOST = 1_000;

    @Override
    public Integer convert(String value) {
      long number = integer(value);
      if (number < 1) {
        throw new TypeConversionException("'" + value + "' is too small, give 1 or more");
      }
      if (number > MOST) {
        throw new TypeConversionException("'" + value + "' is too large, give 1000 or less");
      }
      return (int) number;
    }
  }

  /** A whole number. */
  static final class WholeNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return integer(value);
    }
  }

  /** The name of a file or directory. */
  static final class PathByName implements ITypeConverter<Path> {
    @Override
    public Path convert(String value) {
      if (value.isEmpty()) {
        throw new TypeConversionException("the name is empty");
      }
      try {
        return Path.of(value);
      } catch (InvalidPathException e) {
        throw new TypeConversionException("'" + value + "' is not the name of a file");
      }
    }
  }

  /** A time with its unit, as in {@code 500ms}, {@code 30s}, {@code 2m} or {@code 1h}. */
  static final class Time implements ITypeConverter<Duration> {
    private static final Pattern SYNTAX = Pattern.compile("0*(\\d+)(ms|s|m|h)");
    private static final Duration LONGEST = Duration.ofDays(365);

    /** A number with more digits is more than a year in any unit. */
    private static final int MOST_DIGITS = 12;

    @Override
    public Duration convert(String value) {
      Matcher matcher = SYNTAX.matcher(value);
      if (!matcher.matches()) {
        String fix = value.matches("\\d+") ? "did you mean '" + value + "s'?" : "give 30s, say";
        throw new TypeConversionException(
            "'" + value + "' is not a time with a unit (ms, s, m, h), " + fix);
      }
      String digits = matcher.group(1);
      Duration time =
          digits.length() > MOST_DIGITS
              ? ChronoUnit.FOREVER.getDuration()
              : duration(Long.parseLong(digits), matcher.group(2));
      if (time.isZero()) {
        throw new TypeConversionException("'" + value + "' is too short, give 1ms or more");
      }
      if (time.compareTo(LONGEST) > 0) {
        throw new TypeConversionException(
            "'" + value + "' is too large, more than a year; leave the option out for no limit");
      }
      return time;
    }

    private static Duration duration(long number, String unit) {
      return switch (unit) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> throw new IllegalArgumentException(unit);
      };
    }
  }

  /** The name of a strategy. */
  static final class Strategy implements ITypeConverter<StrategyKind> {
    @Override
    public StrategyKind convert(String value) {
      List<StrategyKind> named =
          Arrays.stream(StrategyKind.values()).filter(StrategyKind::isNamed).toList();
      List<String> names = named.stream().map(StrategyKind::id).toList();
      for (StrategyKind kind : named) {
        if (kind.id().equals(value)) {
          return kind;
        }
      }
      String hint = Suggestion.of(value, names);
      throw new TypeConversionException(
          "there is no strategy '"
              + value
              + "'"
              + (hint.isEmpty() ? ", use one of " + String.join(", ", names) : hint));
    }
  }

  /** What to do with data races. */
  enum Races {
    REPORT,
    IGNORE
  }

  /** {@code report} or {@code ignore}. */
  static final class RacesByName implements ITypeConverter<Races> {
    @Override
    public Races convert(String value) {
      return switch (value) {
        case "report" -> Races.REPORT;
        case "ignore" -> Races.IGNORE;
        default ->
            throw new TypeConversionException("'" + value + "' is neither report nor ignore");
      };
    }
  }

  /** {@code races}, the one property by which the search can be pruned. */
  static final class Pruning implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      if (!value.equals("races")) {
        throw new TypeConversionException("'" + value + "' is not races");
      }
      return value;
    }
  }

  /** {@code last}, {@code any} or {@code any:N}: how often each thread may give up early. */
  static final class Timeouts implements ITypeConverter<Integer> {
    static final int MOST = 1_000;
    private static final int BY_DEFAULT = 4;
    private static final String ANY = "any:";

    @Override
    public Integer convert(String value) {
      return switch (value) {
        case "last" -> 0;
        case "any" -> BY_DEFAULT;
        default -> limited(value);
      };
    }

    private static int limited(String value) {
      if (!value.startsWith(ANY)) {
        throw new TypeConversionException("'" + value + "' is neither last, any nor any:N");
      }
      return number(value.substring(ANY.length()), 1);
    }

    private static int number(String value, int least) {
      long number = integer(value);
      if (number < least || number > MOST) {
        throw new TypeConversionException(
            "'" + value + "' is not between " + least + " and " + MOST);
      }
      return (int) number;
    }
  }

  /** How often each thread may wake up for no reason. */
  static final class Wakeups implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return Timeouts.number(value, 0);
    }
  }

  private static long integer(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      if (!value.matches("[-+]?\\d+")) {
        throw new TypeConversionException("'" + value + "' is not a whole number");
      }
      throw new TypeConversionException(
          value.startsWith("-")
              ? "'" + value + "' is too small, give " + Long.MIN_VALUE + " or more"
              : "'" + value + "' is too large, give " + Long.MAX_VALUE + " or less");
    }
  }
}
