package dev.clew.jvm.run.calls;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** What {@code java.time} knows of the present: that of the program. */
final class DateTimeCalls {
  private DateTimeCalls() {}

  /** The moment. */
  @Replaces(Instant.class)
  public static final class InstantCalls {
    private InstantCalls() {}

    /** Instead of {@link Instant#now()}. */
    public static Instant now() {
      return ProgramClock.now();
    }
  }

  /** Clocks. */
  @Replaces(Clock.class)
  public static final class ClockCalls {
    private ClockCalls() {}

    /** Instead of {@link Clock#systemUTC}. */
    public static Clock systemUTC() {
      return new ProgramClock(ZoneOffset.UTC);
    }

    /** Instead of {@link Clock#systemDefaultZone}. */
    public static Clock systemDefaultZone() {
      return ProgramClock.inDefaultZone();
    }

    /** Instead of {@link Clock#system}. */
    public static Clock system(ZoneId zone) {
      return new ProgramClock(zone);
    }

    /** Instead of {@link Clock#tickMillis}. */
    public static Clock tickMillis(ZoneId zone) {
      return Clock.tick(new ProgramClock(zone), Duration.ofMillis(1));
    }

    /** Instead of {@link Clock#tickSeconds}. */
    public static Clock tickSeconds(ZoneId zone) {
      return Clock.tick(new ProgramClock(zone), Duration.ofSeconds(1));
    }

    /** Instead of {@link Clock#tickMinutes}. */
    public static Clock tickMinutes(ZoneId zone) {
      return Clock.tick(new ProgramClock(zone), Duration.ofMinutes(1));
    }
  }

  /** Sources of moments. */
  @Replaces(InstantSource.class)
  public static final class InstantSourceCalls {
    private InstantSourceCalls() {}

    /** Instead of {@link InstantSource#system}. */
    public static InstantSource system() {
      return new ProgramClock(ZoneOffset.UTC);
    }
  }

  /** Days. */
  @Replaces(LocalDate.class)
  public static final class LocalDateCalls {
    private LocalDateCalls() {}

    /** Instead of {@link LocalDate#now()}. */
    public static LocalDate now() {
      return LocalDate.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link LocalDate#now(ZoneId)}. */
    public static LocalDate now(ZoneId zone) {
      return LocalDate.now(new ProgramClock(zone));
    }
  }

  /** Times of day. */
  @Replaces(LocalTime.class)
  public static final class LocalTimeCalls {
    private LocalTimeCalls() {}

    /** Instead of {@link LocalTime#now()}. */
    public static LocalTime now() {
      return LocalTime.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link LocalTime#now(ZoneId)}. */
    public static LocalTime now(ZoneId zone) {
      return LocalTime.now(new ProgramClock(zone));
    }
  }

  /** Days and times. */
  @Replaces(LocalDateTime.class)
  public static final class LocalDateTimeCalls {
    private LocalDateTimeCalls() {}

    /** Instead of {@link LocalDateTime#now()}. */
    public static LocalDateTime now() {
      return LocalDateTime.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link LocalDateTime#now(ZoneId)}. */
    public static LocalDateTime now(ZoneId zone) {
      return LocalDateTime.now(new ProgramClock(zone));
    }
  }

  /** Days and times in a zone. */
  @Replaces(ZonedDateTime.class)
  public static final class ZonedDateTimeCalls {
    private ZonedDateTimeCalls() {}

    /** Instead of {@link ZonedDateTime#now()}. */
    public static ZonedDateTime now() {
      return ZonedDateTime.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link ZonedDateTime#now(ZoneId)}. */
    public static ZonedDateTime now(ZoneId zone) {
      return ZonedDateTime.now(new ProgramClock(zone));
    }
  }

  /** Days and times at an offset. */
  @Replaces(OffsetDateTime.class)
  public static final class OffsetDateTimeCalls {
    private OffsetDateTimeCalls() {}

    /** Instead of {@link OffsetDateTime#now()}. */
    public static OffsetDateTime now() {
      return OffsetDateTime.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link OffsetDateTime#now(ZoneId)}. */
    public static OffsetDateTime now(ZoneId zone) {
      return OffsetDateTime.now(new ProgramClock(zone));
    }
  }

  /** Times of day at an offset. */
  @Replaces(OffsetTime.class)
  public static final class OffsetTimeCalls {
    private OffsetTimeCalls() {}

    /** Instead of {@link OffsetTime#now()}. */
    public static OffsetTime now() {
      return OffsetTime.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link OffsetTime#now(ZoneId)}. */
    public static OffsetTime now(ZoneId zone) {
      return OffsetTime.now(new ProgramClock(zone));
    }
  }

  /** Years. */
  @Replaces(Year.class)
  public static final class YearCalls {
    private YearCalls() {}

    /** Instead of {@link Year#now()}. */
    public static Year now() {
      return Year.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link Year#now(ZoneId)}. */
    public static Year now(ZoneId zone) {
      return Year.now(new ProgramClock(zone));
    }
  }

  /** Months of a year. */
  @Replaces(YearMonth.class)
  public static final class YearMonthCalls {
    private YearMonthCalls() {}

    /** Instead of {@link YearMonth#now()}. */
    public static YearMonth now() {
      return YearMonth.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link YearMonth#now(ZoneId)}. */
    public static YearMonth now(ZoneId zone) {
      return YearMonth.now(new ProgramClock(zone));
    }
  }

  /** Days of any year. */
  @Replaces(MonthDay.class)
  public static final class MonthDayCalls {
    private MonthDayCalls() {}

    /** Instead of {@link MonthDay#now()}. */
    public static MonthDay now() {
      return MonthDay.now(ProgramClock.inDefaultZone());
    }

    /** Instead of {@link MonthDay#now(ZoneId)}. */
    public static MonthDay now(ZoneId zone) {
      return MonthDay.now(new ProgramClock(zone));
    }
  }
}
