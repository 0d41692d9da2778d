/*
 * std_mutex.cpp with the same order in both.
 *
 * Finds: nothing.
 */
#include <mutex>
#include <thread>

static std::mutex left, right;

int main() {
  std::thread first([] {
    std::lock_guard<std::mutex> one(left);
    std::lock_guard<std::mutex> two(right);
  });
  std::thread second([] {
    std::lock_guard<std::mutex> one(left);
    std::lock_guard<std::mutex> two(right);
  });
  first.join();
  second.join();
  return 0;
}
