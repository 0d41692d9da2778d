package dev.clew.foreign;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A directory that is open. What is done here is done to this very directory and to what is in it,
 * whatever others put in its place meanwhile: where temporary files go, everybody may put a link.
 */
final class OpenDirectory implements Closeable {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final String PRIVATE = "rwx------";
  private static final int LONGEST_TEXT = 4096;
  private static final Set<OpenOption> TO_READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final SecureDirectoryStream<Path> stream;

  private OpenDirectory(DirectoryStream<Path> opened) throws IOException {
    if (!(opened instanceof SecureDirectoryStream<Path> secure)) {
      opened.close();
      throw new FileSystemException("a directory of this file system cannot be kept open");
    }
    this.stream = secure;
  }

  /** Opens a directory, wherever links on the way lead. */
  static OpenDirectory of(Path path) throws IOException {
    return new OpenDirectory(Files.newDirectoryStream(path));
  }

  /** Opens a directory in this one; a link is none. */
  OpenDirectory open(Path name) throws IOException {
    return new OpenDirectory(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
  }

  /** Whether it belongs to the user of this process, and nobody else can do anything in it. */
  boolean isPrivate() throws IOException {
    PosixFileAttributes attributes =
        stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    return attributes.owner().equals(user())
        && PosixFilePermissions.toString(attributes.permissions()).equals(PRIVATE);
  }

  private static UserPrincipal user() throws IOException {
    return Files.getOwner(
        Files.exists(PROCESS) ? PROCESS : Path.of(System.getProperty("user.home")));
  }

  /** The names of what is in it; to be asked for once. */
  List<Path> names() throws IOException {
    List<Path> names = new ArrayList<>();
    try {
      stream.forEach(each -> names.add(each.getFileName()));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  private BasicFileAttributes attributes(Path name) throws IOException {
    return stream
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** What a short file in it says; empty if it is no file. */
  String text(Path name) throws IOException {
    if (!attributes(name).isRegularFile()) {
      return "";
    }
    try (SeekableByteChannel channel = stream.newByteChannel(name, TO_READ)) {
      byte[] bytes = Channels.newInputStream(channel).readNBytes(LONGEST_TEXT);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /**
   * Deletes what is in a directory, and the directory itself.
   *
   * @param opened the directory with this name
   * @param last the name of the file in it that goes last of all
   */
  void delete(Path name, OpenDirectory opened, Path last) throws IOException {
    for (Path each : opened.names()) {
      if (!each.equals(last)) {
        opened.deleteAll(each);
      }
    }
    opened.deleteAll(last);
    stream.deleteDirectory(name);
  }

  /** Deletes a file or a directory in it with all that is in there, if it is there. */
  private void deleteAll(Path name) throws IOException {
    try {
      if (!attributes(name).isDirectory()) {
        stream.deleteFile(name);
        return;
      }
      try (OpenDirectory inner = open(name)) {
        for (Path each : inner.names()) {
          inner.deleteAll(each);
        }
      }
      stream.deleteDirectory(name);
    } catch (NoSuchFileException e) {
      return; // somebody else was faster
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
