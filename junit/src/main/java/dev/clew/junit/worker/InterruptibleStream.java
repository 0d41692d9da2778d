package dev.clew.junit.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** What comes from a connection; whoever waits for it can be interrupted. */
final class InterruptibleStream extends InputStream {
  private static final int MILLIS_TO_LOOK = 200;

  private final InputStream in;

  InterruptibleStream(Socket socket) throws IOException {
    socket.setSoTimeout(MILLIS_TO_LOOK);
    this.in = socket.getInputStream();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      try {
        return in.read(bytes, offset, length);
      } catch (SocketTimeoutException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("interrupted");
        }
      }
    }
  }
}
