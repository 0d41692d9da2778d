/*
 * C++: a function returns early, and a thread that nobody joined is destroyed.
 *
 * Finds: an exception.
 */
#include <atomic>
#include <thread>

static std::atomic<bool> is_cancelled{false};

static void run() {
  std::thread worker([] {});
  if (is_cancelled) return;
  worker.join();
}

int main() {
  std::thread other([] { is_cancelled = true; });
  run();
  other.join();
  return 0;
}
