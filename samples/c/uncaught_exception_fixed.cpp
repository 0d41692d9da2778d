/*
 * uncaught_exception.cpp where the thread catches what it throws.
 *
 * Finds: nothing.
 */
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<bool> is_closed{false};
static std::atomic<int> refused{0};

static void put() {
  if (is_closed) throw std::runtime_error("the queue is closed");
}

static void try_to_put() {
  try {
    put();
  } catch (const std::runtime_error &) {
    refused++;
  }
}

int main() {
  std::thread producer(try_to_put);
  is_closed = true;
  producer.join();
  return refused > 1;
}
