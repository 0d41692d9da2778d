/*
 * std_call_once.cpp with std::call_once.
 *
 * Finds: nothing.
 */
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static std::atomic<int> times{0};

static void use() {
  std::call_once(once, [] { times++; });
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(times == 1);
  return 0;
}
