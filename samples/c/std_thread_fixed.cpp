/*
 * std_thread.cpp with a mutex.
 *
 * Finds: nothing.
 */
#include <mutex>
#include <thread>
#include <vector>

static std::mutex guard;
static std::vector<int> numbers;

static void add(int number) {
  std::lock_guard<std::mutex> section(guard);
  numbers.push_back(number);
}

int main() {
  numbers.reserve(2);
  std::thread first(add, 1);
  std::thread second(add, 2);
  first.join();
  second.join();
  return numbers.size() != 2;
}
