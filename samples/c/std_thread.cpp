/*
 * C++: two threads append to a vector.
 *
 * Finds: a data race.
 */
#include <thread>
#include <vector>

static std::vector<int> numbers;

int main() {
  numbers.reserve(2);
  std::thread first([] { numbers.push_back(1); });
  std::thread second([] { numbers.push_back(2); });
  first.join();
  second.join();
  return numbers.size() > 2;
}
