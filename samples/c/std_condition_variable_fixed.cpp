/*
 * std_condition_variable.cpp with a predicate.
 *
 * Finds: nothing.
 */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable ready;
static bool is_ready;

int main() {
  std::thread worker([] {
    std::unique_lock<std::mutex> section(guard);
    ready.wait(section, [] { return is_ready; });
  });
  {
    std::lock_guard<std::mutex> section(guard);
    is_ready = true;
    ready.notify_one();
  }
  worker.join();
  return 0;
}
