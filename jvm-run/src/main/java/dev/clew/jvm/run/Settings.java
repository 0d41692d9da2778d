package dev.clew.jvm.run;

import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the whole JVM that a program may change: remembered before the first change, put back
 * before the next execution.
 */
public final class Settings {
  private static @Nullable Properties properties;
  private static boolean propertiesMayDiffer;

  /** The default, the one for display and the one for formats. */
  private static Locale @Nullable [] locales;

  private static boolean localesDiffer;
  private static @Nullable TimeZone zone;
  private static boolean zoneDiffers;

  private Settings() {}

  /** The program may change system properties from now on. */
  public static void changeProperties() {
    if (properties == null) {
      properties = (Properties) System.getProperties().clone();
    }
    propertiesMayDiffer = true;
  }

  /** The program is about to change a default locale. */
  public static void changeLocales() {
    if (locales == null) {
      locales =
          new Locale[] {
            Locale.getDefault(),
            Locale.getDefault(Locale.Category.DISPLAY),
            Locale.getDefault(Locale.Category.FORMAT)
          };
    }
    localesDiffer = true;
  }

  /** The program is about to change the default time zone. */
  public static void changeZone() {
    if (zone == null) {
      zone = TimeZone.getDefault();
    }
    zoneDiffers = true;
  }

  /** Puts back what was changed. */
  static void restore() {
    if (propertiesMayDiffer && properties != null) {
      propertiesMayDiffer = false;
      System.setProperties((Properties) properties.clone());
    }
    if (localesDiffer && locales != null) {
      localesDiffer = false;
      Locale.setDefault(locales[0]);
      Locale.setDefault(Locale.Category.DISPLAY, locales[1]);
      Locale.setDefault(Locale.Category.FORMAT, locales[2]);
    }
    if (zoneDiffers) {
      zoneDiffers = false;
      TimeZone.setDefault(zone);
    }
  }
}
