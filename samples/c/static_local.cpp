/*
 * C++: an instance made by whoever asks first, kept in a plain pointer.
 *
 * Finds: a data race, and a leak.
 */
#include <memory>
#include <thread>

struct Table {
  int size = 16;
};

static Table *instance;

static Table &table() {
  if (instance == nullptr) instance = new Table;
  return *instance;
}

int main() {
  std::thread first([] { table(); });
  std::thread second([] { table(); });
  first.join();
  second.join();
  delete instance;
  return 0;
}
