/*
 * static_local.cpp with a static local: C++ makes it once.
 *
 * Finds: nothing.
 */
#include <thread>

struct Table {
  int size;
  Table() : size(16) {}
};

static Table &table() {
  static Table instance;
  return instance;
}

int main() {
  std::thread first([] { table(); });
  std::thread second([] { table(); });
  first.join();
  second.join();
  return table().size != 16;
}
