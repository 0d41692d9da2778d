package dev.clew.cli;

import dev.clew.explore.parallel.Inbox;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Messages between two processes: each is its length and its bytes. */
final class WorkerLink implements Closeable {
  private final SocketChannel channel;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

  WorkerLink(SocketChannel channel) {
    this.channel = channel;
  }

  /** Sends a message; any thread may. */
  synchronized void send(byte[] message) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + message.length);
    bytes.putInt(message.length).put(message).flip();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Waits for the next message; null if the other side has ended. One thread at a time may. */
  byte @Nullable [] receive() throws IOException {
    length.clear();
    if (!fill(length)) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length.flip().getInt());
    return fill(bytes) ? bytes.array() : null;
  }

  private boolean fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Puts all messages into a box until the other side has ended, or this one has closed. */
  void readInto(Inbox inbox, int sender) {
    try {
      for (byte[] message = receive(); message != null; message = receive()) {
        inbox.add(sender, message);
      }
    } catch (AsynchronousCloseException e) {
      return; // by close
    } catch (IOException e) {
      inbox.close(sender, Reason.of(e));
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
