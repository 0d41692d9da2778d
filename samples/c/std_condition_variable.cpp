/*
 * C++: a wait without a predicate. The notification may come before it.
 *
 * Finds: a deadlock.
 */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable ready;

int main() {
  std::thread worker([] {
    std::unique_lock<std::mutex> section(guard);
    ready.wait(section);
  });
  {
    std::lock_guard<std::mutex> section(guard);
    ready.notify_one();
  }
  worker.join();
  return 0;
}
