package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class SwitchCasesTest {

  enum Colour {
    RED,
    GREEN {},
    BLUE
  }

  enum Other {
    RED
  }

  private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

  @Test
  void constantsOfAnEnumAreToldByTheirNames() throws Throwable {
    MethodHandle find =
        SwitchCases.enumSwitch(
                HERE,
                "enumSwitch",
                MethodType.methodType(int.class, Colour.class, int.class),
                "BLUE",
                "RED",
                Colour.class,
                "GREEN")
            .dynamicInvoker();

    assertThat((int) find.invokeExact(Colour.BLUE, 0)).isEqualTo(0);
    assertThat((int) find.invokeExact(Colour.RED, 0)).isEqualTo(1);
    assertThat((int) find.invokeExact(Colour.BLUE, 1)).isEqualTo(2);
    assertThat((int) find.invokeExact(Colour.GREEN, 3)).isEqualTo(3);
    assertThat((int) find.invokeExact(Colour.RED, 3)).isEqualTo(4);
    assertThat((int) find.invokeExact((Colour) null, 0)).isEqualTo(-1);
  }

  @Test
  void constantsAmongOtherCasesKeepTheirPlace() throws Throwable {
    MethodHandle find =
        SwitchCases.typeSwitch(
                HERE,
                "typeSwitch",
                MethodType.methodType(int.class, Object.class, int.class),
                "text",
                Colour.RED.describeConstable().orElseThrow(),
                Other.RED.describeConstable().orElseThrow(),
                Integer.class,
                Colour.class,
                Colour.GREEN.describeConstable().orElseThrow(),
                42)
            .dynamicInvoker();

    assertThat((int) find.invokeExact((Object) "text", 0)).isEqualTo(0);
    assertThat((int) find.invokeExact((Object) Colour.RED, 0)).isEqualTo(1);
    assertThat((int) find.invokeExact((Object) Other.RED, 0)).isEqualTo(2);
    assertThat((int) find.invokeExact((Object) 42, 0)).isEqualTo(3);
    assertThat((int) find.invokeExact((Object) Colour.RED, 2)).isEqualTo(4);
    assertThat((int) find.invokeExact((Object) Colour.GREEN, 0)).isEqualTo(4);
    assertThat((int) find.invokeExact((Object) Colour.GREEN, 5)).isEqualTo(5);
    assertThat((int) find.invokeExact((Object) 42, 4)).isEqualTo(6);
    assertThat((int) find.invokeExact((Object) Colour.BLUE, 5)).isEqualTo(7);
    assertThat((int) find.invokeExact((Object) null, 0)).isEqualTo(-1);
  }

  @Test
  void aSwitchWithoutConstantsIsTheOriginalOne() throws Throwable {
    MethodHandle find =
        SwitchCases.typeSwitch(
                HERE,
                "typeSwitch",
                MethodType.methodType(int.class, Object.class, int.class),
                "text",
                String.class,
                StringBuilder.class)
            .dynamicInvoker();

    assertThat((int) find.invokeExact((Object) "text", 0)).isEqualTo(0);
    assertThat((int) find.invokeExact((Object) "other", 0)).isEqualTo(1);
    assertThat((int) find.invokeExact((Object) new StringBuilder(), 0)).isEqualTo(2);
    assertThat((int) find.invokeExact((Object) new StringBuffer(), 0)).isEqualTo(3);
  }
}
