package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.CollectionCalls;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Settings;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** Changes to settings of the whole JVM: undone before the next execution. */
final class SettingsCalls {
  private SettingsCalls() {}

  /** Makes a change that must be undone later, if it is the program that makes it. */
  private static void before(Runnable change) {
    Object token = Hooks.suspend();
    if (token != null) {
      try {
        change.run();
      } finally {
        Hooks.resume(token);
      }
    }
  }

  /** System properties. */
  @Replaces(System.class)
  public static final class OfSystem {
    private OfSystem() {}

    /** Instead of {@link System#getProperty(String)}. */
    public static @Nullable String getProperty(String key, int site) {
      CollectionCalls.property(key, "getProperty", false, site);
      return System.getProperty(key);
    }

    /** Instead of {@link System#getProperty(String, String)}. */
    public static @Nullable String getProperty(String key, @Nullable String value, int site) {
      CollectionCalls.property(key, "getProperty", false, site);
      return System.getProperty(key, value);
    }

    /** Instead of {@link System#setProperty}. */
    public static @Nullable String setProperty(String key, String value, int site) {
      CollectionCalls.property(key, "setProperty", true, site);
      before(Settings::changeProperties);
      return System.setProperty(key, value);
    }

    /** Instead of {@link System#clearProperty}. */
    public static @Nullable String clearProperty(String key, int site) {
      CollectionCalls.property(key, "clearProperty", true, site);
      before(Settings::changeProperties);
      return System.clearProperty(key);
    }

    /** Instead of {@link System#setProperties}. */
    public static void setProperties(@Nullable Properties properties) {
      before(Settings::changeProperties);
      System.setProperties(properties);
    }

    /** Instead of {@link System#getProperties}: what it returns can be changed. */
    public static Properties getProperties() {
      before(Settings::changeProperties);
      return System.getProperties();
    }
  }

  /** System properties that are read as something else. */
  @Replaces(Boolean.class)
  public static final class OfBoolean {
    private OfBoolean() {}

    /** Instead of {@link Boolean#getBoolean}. */
    public static boolean getBoolean(String key, int site) {
      CollectionCalls.property(key, "getBoolean", false, site);
      return Boolean.getBoolean(key);
    }
  }

  /** The same for numbers. */
  @Replaces(Integer.class)
  public static final class OfInteger {
    private OfInteger() {}

    /** Instead of {@link Integer#getInteger(String)}. */
    public static @Nullable Integer getInteger(String key, int site) {
      CollectionCalls.property(key, "getInteger", false, site);
      return Integer.getInteger(key);
    }

    /** Instead of {@link Integer#getInteger(String, int)}. */
    public static @Nullable Integer getInteger(String key, int value, int site) {
      CollectionCalls.property(key, "getInteger", false, site);
      return Integer.getInteger(key, value);
    }
  }

  /** The same for larger ones. */
  @Replaces(Long.class)
  public static final class OfLong {
    private OfLong() {}

    /** Instead of {@link Long#getLong(String)}. */
    public static @Nullable Long getLong(String key, int site) {
      CollectionCalls.property(key, "getLong", false, site);
      return Long.getLong(key);
    }

    /** Instead of {@link Long#getLong(String, long)}. */
    public static @Nullable Long getLong(String key, long value, int site) {
      CollectionCalls.property(key, "getLong", false, site);
      return Long.getLong(key, value);
    }
  }

  /** The default locales. */
  @Replaces(Locale.class)
  public static final class OfLocale {
    private OfLocale() {}

    /** Instead of {@link Locale#setDefault(Locale)}. */
    public static void setDefault(Locale locale) {
      before(Settings::changeLocales);
      Locale.setDefault(locale);
    }

    /** Instead of {@link Locale#setDefault(Locale.Category, Locale)}. */
    public static void setDefault(Locale.Category category, Locale locale) {
      before(Settings::changeLocales);
      Locale.setDefault(category, locale);
    }
  }

  /** The default time zone. */
  @Replaces(TimeZone.class)
  public static final class OfTimeZone {
    private OfTimeZone() {}

    /** Instead of {@link TimeZone#setDefault}. */
    public static void setDefault(@Nullable TimeZone zone) {
      before(Settings::changeZone);
      TimeZone.setDefault(zone);
    }
  }
}
