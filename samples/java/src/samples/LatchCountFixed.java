package samples;

import java.util.concurrent.CountDownLatch;

/**
 * {@link LatchCount} where each loader counts down once.
 *
 * <p>Finds: nothing.
 */
public final class LatchCountFixed {
  private final CountDownLatch done = new CountDownLatch(2);
  private volatile boolean hasTexts;

  private void loadTexts() {
    hasTexts = true;
    done.countDown();
  }

  private void loadImages() {
    try {
      throw new IllegalStateException("there are no images");
    } catch (IllegalStateException e) {
      // go on without images
    } finally {
      done.countDown();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LatchCountFixed page = new LatchCountFixed();
    Thread texts = new Thread(page::loadTexts, "texts");
    Thread images = new Thread(page::loadImages, "images");
    texts.start();
    images.start();
    page.done.await();
    if (!page.hasTexts) {
      throw new AssertionError("a page without texts");
    }
  }
}
