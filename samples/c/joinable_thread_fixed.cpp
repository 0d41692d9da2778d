/*
 * joinable_thread.cpp where each path joins the thread.
 *
 * Finds: nothing.
 */
#include <atomic>
#include <thread>

static std::atomic<bool> is_cancelled{false};

static void run() {
  std::thread worker([] {});
  worker.join();
  if (is_cancelled) return;
}

int main() {
  std::thread other([] { is_cancelled = true; });
  run();
  other.join();
  return 0;
}
