/*
 * C++: a shared lock where something is written.
 *
 * Finds: a data race.
 */
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex guard;
static int price;

int main() {
  std::thread writer([] {
    std::shared_lock<std::shared_mutex> section(guard);
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
