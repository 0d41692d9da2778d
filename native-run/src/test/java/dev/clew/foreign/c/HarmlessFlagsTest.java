package dev.clew.foreign.c;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a compiler may be told by somebody else. */
class HarmlessFlagsTest {
  private static final Path HERE = Path.of("/home/user/project");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-O2 -g -Wall -Wextra -Wno-unused-parameter -Werror=format -std=gnu++20 -pthread",
        "-DNDEBUG -DN=4 -D SIZE=0x10UL -D_POSIX_C_SOURCE=200809L -DNAME=\"x y\" -DTYPE=unsigned",
        "-DEMPTY= -DREAL=-1.5 -DLETTER='a' -DWORD=uint64_t -UNDEBUG -U NDEBUG",
        "-Iinclude -I include -I. -isystem /usr/include/x -include config.h -iquote src",
        "-fno-strict-aliasing -fwrapv -fPIC -fvisibility=hidden -fno-builtin-printf -fno-exceptions",
        "-march=native -mtune=x86-64-v3 -msse4.2 -mno-avx -m64",
        "-Llib -L /usr/lib/x -lm -lstdc++ -static lib/libx.a object.o extra.c",
        "-Wl,--as-needed -Wl,-z,relro,-z,now -Wl,--start-group -lx -Wl,--end-group",
      })
  void everydayFlagsAreHarmless(String words) {
    assertThat(firstOther(words.split(" (?!y)"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // start programs
        "-wrapper",
        "-wrapper=/bin/sh",
        "-fplugin=evil.so",
        "-fplugin-arg-x-y=z",
        "-specs=evil",
        "-specs",
        "--specs=evil",
        "-B.",
        "-B/tmp/evil",
        "-fuse-ld=evil",
        "-fmodule-mapper=|sh",
        "-fpass-plugin=evil.so",
        "-fno-integrated-as",
        "-fuse-linker-plugin",
        "-Wl,-plugin,evil.so",
        "-Wl,--plugin=evil.so",
        "-Xlinker",
        "-Xassembler",
        "-Xpreprocessor",
        "-Wa,--x",
        "-Wp,-MD,file",
        "-mllvm",
        // write files
        "-o",
        "-ofile",
        "-Wl,-Map=file",
        "-Wl,-Map,file",
        "-Wl,-o,file",
        "-Wl,--dependency-file=file",
        "-MD",
        "-MF",
        "-MFfile",
        "-M",
        "-save-temps",
        "-save-temps=obj",
        "--save-temps",
        "-dumpdir",
        "-dumpbase",
        "-dumpbase-ext",
        "-fdump-tree-all",
        "-fdump-tree-all=file",
        "-fprofile-generate=dir",
        "-fprofile-arcs",
        "-ftest-coverage",
        "-fstack-usage",
        "-fcallgraph-info",
        "-fopt-info=file",
        "-fsave-optimization-record",
        "-fdiagnostics-format=sarif-file",
        "-gsplit-dwarf",
        "-aux-info",
        "-E",
        "-S",
        "-c",
        "-time=file",
        // other code
        "@file",
        "-x",
        "-xnone",
        "-include /tmp/evil.h",
        "-include ../evil.h",
        "-include",
        "-imacros /tmp/evil.h",
        "-I/tmp",
        "-I /tmp",
        "-I=/tmp",
        "-I/usr/../tmp",
        "-I$SYSROOT/x",
        "-I",
        "-L/tmp",
        "-l:evil.a",
        "-l../evil",
        "-l",
        "--sysroot=/tmp",
        "-isysroot",
        "-iprefix",
        "-Wl,--defsym,puts=system",
        "-Wl,--wrap=puts",
        "-Wl,-T,evil.ld",
        "-Wl,@file",
        "-T",
        "-Tevil.ld",
        "/tmp/evil.a",
        "../evil.o",
        "evil.ld",
        "evil.s",
        "-Dputs=system",
        "-Dputs(x)=system(x)",
        "-DN=system(\"x\")",
        "-DN=\"x\"-system(\"x\")",
        "-DN=1;system",
        "-DN={",
        "-D",
        "-fsanitize=thread",
        "-flto=jobserver",
        "",
      })
  void othersAreNot(String words) {
    assertThat(firstOther(words.split(" "))).isPresent();
    String[] among = ("-O2 -lm " + words).split(" ");
    assertThat(words.isEmpty() || firstOther(among).isPresent()).isTrue();
  }

  private static Optional<String> firstOther(String... words) {
    return HarmlessFlags.firstOther(
        List.of(words),
        name -> {
          Path path = HERE.resolve(name).normalize();
          return path.startsWith(HERE) || path.startsWith("/usr");
        });
  }
}
