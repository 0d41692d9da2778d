/*
 * C++: two threads look whether something is made, and both make it.
 *
 * Finds: a failed assertion.
 */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> is_made{false};
static std::atomic<int> times{0};

static void use() {
  if (!is_made) {
    is_made = true;
    times++;
  }
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(times == 1);
  return 0;
}
