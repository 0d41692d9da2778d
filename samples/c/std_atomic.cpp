/*
 * C++: an atomic counter, added to by a load and a store.
 *
 * Finds: a failed assertion.
 */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> hits{0};

static void hit() {
  hits = hits + 1;
}

int main() {
  std::thread first(hit);
  std::thread second(hit);
  first.join();
  second.join();
  assert(hits == 2);
  return 0;
}
