/*
 * std_shared_mutex.cpp with an exclusive lock where something is written.
 *
 * Finds: nothing.
 */
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex guard;
static int price;

int main() {
  std::thread writer([] {
    std::unique_lock<std::shared_mutex> section(guard);
    price++;
  });
  int seen;
  {
    std::shared_lock<std::shared_mutex> section(guard);
    seen = price;
  }
  writer.join();
  return seen > 1;
}
