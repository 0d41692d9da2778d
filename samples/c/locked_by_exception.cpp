/*
 * C++: an exception leaves a section that was locked by hand.
 *
 * Finds: a deadlock.
 */
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex guard;
static int left = 1;

static void take() {
  guard.lock();
  if (left == 0) throw std::out_of_range("nothing is left");
  left--;
  guard.unlock();
}

static void try_to_take() {
  try {
    take();
  } catch (const std::out_of_range &) {
  }
}

int main() {
  std::thread first(try_to_take), second(try_to_take), third(try_to_take);
  first.join();
  second.join();
  third.join();
  return 0;
}
