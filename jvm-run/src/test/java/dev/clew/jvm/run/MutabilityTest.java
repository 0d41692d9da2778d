package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MutabilityTest {
  /** No package that has a class that can change says what its other classes are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/lang",
        "java/lang/invoke",
        "java/lang/module",
        "java/lang/ref",
        "java/net",
        "java/net/http",
        "java/security",
        "java/security/cert",
        "java/text",
        "java/util",
        "java/util/random",
        "java/util/zip",
        "javax/crypto",
        "java/awt"
      })
  void whatIsNotKnownIsTakenForMutable(String ofPackage) {
    assertThat(Mutability.ofName(ofPackage + "/Unknown")).isEqualTo(Mutability.UNGUARDED);
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.String, NONE",
    "java.lang.Character$UnicodeBlock, NONE",
    "java.lang.StackFrameInfo, NONE",
    "java.lang.ProcessImpl, NONE",
    "java.lang.StringBuilder, UNGUARDED",
    "java.lang.ClassValue, GUARDED",
    "java.lang.invoke.ConstantCallSite, NONE",
    "java.lang.invoke.MutableCallSite, UNGUARDED",
    "java.lang.invoke.DirectMethodHandle, NONE",
    "java.lang.module.ModuleDescriptor$Builder, UNGUARDED",
    "java.net.URI, NONE",
    "java.net.HttpCookie, UNGUARDED",
    "java.net.InMemoryCookieStore, GUARDED",
    "java.net.DatagramPacket, LOCKED",
    "java.security.KeyStore, UNGUARDED",
    "java.security.DigestOutputStream, UNGUARDED",
    "java.security.cert.X509CertSelector, UNGUARDED",
    "javax.crypto.CipherInputStream, UNGUARDED",
    "sun.security.x509.X509CertImpl, NONE",
    "sun.security.rsa.RSAPublicKeyImpl, NONE",
    "java.util.SplittableRandom, UNGUARDED",
    "java.util.Random, NONE",
    "java.util.WeakHashMap$Entry, UNGUARDED",
    "java.util.Base64$Encoder, NONE",
    "java.util.Base64$EncOutputStream, UNGUARDED",
    "java.util.zip.Deflater, GUARDED",
    "java.text.RuleBasedCollator, LOCKED",
    "java.text.DecimalFormatSymbols, UNGUARDED",
    "java.text.MessageFormat, UNGUARDED",
    "java.awt.Color, NONE",
    "java.awt.Font, NONE",
    "java.awt.Point, UNGUARDED",
    "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl, NONE",
    "javax.xml.datatype.XMLGregorianCalendar, UNGUARDED",
    "sun.util.calendar.ZoneInfo, UNGUARDED",
  })
  void aClassIsWhatItIsOrStandsFor(String name, Mutability expected) throws Exception {
    assertThat(Mutability.of(Class.forName(name), false)).isEqualTo(expected);
  }

  @Test
  void anInnerClassOfTheJdkIsWhatItExtends() throws Exception {
    Class<?> type = MessageDigest.getInstance("SHA-256").getClass();
    assertThat(Mutability.of(type, false)).isEqualTo(Mutability.UNGUARDED);
  }
}
