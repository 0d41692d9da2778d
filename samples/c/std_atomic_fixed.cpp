/*
 * std_atomic.cpp with one atomic operation.
 *
 * Finds: nothing.
 */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> hits{0};

static void hit() {
  hits++;
}

int main() {
  std::thread first(hit);
  std::thread second(hit);
  first.join();
  second.join();
  assert(hits == 2);
  return 0;
}
