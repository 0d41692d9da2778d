/*
 * C++: a thread that comes too late throws what nobody catches.
 *
 * Finds: an exception.
 */
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<bool> is_closed{false};

static void put() {
  if (is_closed) throw std::runtime_error("the queue is closed");
}

int main() {
  std::thread producer(put);
  is_closed = true;
  producer.join();
  return 0;
}
