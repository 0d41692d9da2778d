package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Hooks;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** What dates and calendars of {@code java.util} know of the present: that of the program. */
final class CalendarCalls {
  private CalendarCalls() {}

  /** Sets a calendar that was made for the present. */
  private static <T extends Calendar> T present(T calendar) {
    if (Hooks.isControlled()) {
      calendar.setTimeInMillis(ProgramClock.currentMillis());
    }
    return calendar;
  }

  /** Dates. */
  @Replaces(Date.class)
  public static final class OfDate {
    private OfDate() {}

    /** For {@link Date#Date()}. */
    @ConstructorArgument
    public static long present() {
      return ProgramClock.currentMillis();
    }
  }

  /** Calendars of the default kind. */
  @Replaces(Calendar.class)
  public static final class OfCalendar {
    private OfCalendar() {}

    /** Instead of {@link Calendar#getInstance()}. */
    public static Calendar getInstance() {
      return present(Calendar.getInstance());
    }

    /** Instead of {@link Calendar#getInstance(TimeZone)}. */
    public static Calendar getInstance(TimeZone zone) {
      return present(Calendar.getInstance(zone));
    }

    /** Instead of {@link Calendar#getInstance(Locale)}. */
    public static Calendar getInstance(Locale locale) {
      return present(Calendar.getInstance(locale));
    }

    /** Instead of {@link Calendar#getInstance(TimeZone, Locale)}. */
    public static Calendar getInstance(TimeZone zone, Locale locale) {
      return present(Calendar.getInstance(zone, locale));
    }
  }

  /** Gregorian calendars made for the present. */
  @Replaces(GregorianCalendar.class)
  public static final class OfGregorianCalendar {
    private OfGregorianCalendar() {}

    /** After {@link GregorianCalendar#GregorianCalendar()}. */
    @AfterConstructor
    public static void made(GregorianCalendar calendar) {
      present(calendar);
    }

    /** After {@link GregorianCalendar#GregorianCalendar(TimeZone)}. */
    @AfterConstructor
    public static void made(GregorianCalendar calendar, TimeZone zone) {
      present(calendar);
    }

    /** After {@link GregorianCalendar#GregorianCalendar(Locale)}. */
    @AfterConstructor
    public static void made(GregorianCalendar calendar, Locale locale) {
      present(calendar);
    }

    /** After {@link GregorianCalendar#GregorianCalendar(TimeZone, Locale)}. */
    @AfterConstructor
    public static void made(GregorianCalendar calendar, TimeZone zone, Locale locale) {
      present(calendar);
    }
  }
}
