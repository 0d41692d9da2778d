/*
 * C++: two locks in opposite orders.
 *
 * Finds: a deadlock.
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
    std::lock_guard<std::mutex> one(right);
    std::lock_guard<std::mutex> two(left);
  });
  first.join();
  second.join();
  return 0;
}
