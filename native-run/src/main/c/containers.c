/*
 * Trees and lists of the library for C++ (std::map, std::set, std::list): what changes their links is
 * code of the library, which is not instrumented. To change a tree is a write to its head, to change
 * a list one to the link that leads to what comes or goes: who looks at the container reads there.
 *
 * One access for each call, not one for each node that the library touches: others could go on
 * between these, and would see nodes as they were before.
 *
 * The functions are in programs that are linked with the library only: clew.cxx has the linker look.
 */
#include "ranges.h"

struct node {
  uint64_t colour;
  struct node *links[3]; /* of a head: the root, the first, the last */
};

struct link {
  struct link *next, *previous;
};

#define INSERT _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
#define ERASE _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
#define HOOK _ZNSt8__detail15_List_node_base7_M_hookEPS0_
#define TRANSFER _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
#define REVERSE _ZNSt8__detail15_List_node_base10_M_reverseEv
#define SWAP _ZNSt8__detail15_List_node_base4swapERS0_S1_
#define UNHOOK _ZNSt8__detail15_List_node_base9_M_unhookEv

/* As WRAPPER, of a function that is not in every program; the names above are replaced first. */
#define OF_LIBRARY(type, name, ...) OF_LIBRARY_(type, name, __VA_ARGS__)
#define OF_LIBRARY_(type, name, ...)                         \
  type WRAP(name)(__VA_ARGS__);                              \
  extern type REAL(name)(__VA_ARGS__) __attribute__((weak)); \
  type WRAP(name)(__VA_ARGS__)
#define CALL(name) CALL_(name)
#define CALL_(name) REAL(name)

OF_LIBRARY(void, INSERT, bool is_left, struct node *node, struct node *parent, struct node *head) {
  if (COUNTS) {
    WRITES(head->links, sizeof head->links);
  }
  CALL(INSERT)(is_left, node, parent, head);
}

OF_LIBRARY(struct node *, ERASE, struct node *node, struct node *head) {
  if (COUNTS) {
    WRITES(head->links, sizeof head->links);
  }
  return CALL(ERASE)(node, head);
}

OF_LIBRARY(void, HOOK, struct link *node, struct link *before) {
  if (COUNTS) {
    WRITES(&before->previous->next, sizeof before->next);
  }
  CALL(HOOK)(node, before);
}

OF_LIBRARY(void, UNHOOK, struct link *node) {
  if (COUNTS) {
    WRITES(&node->previous->next, sizeof node->next);
  }
  CALL(UNHOOK)(node);
}

/* What splice and sort move goes from one place to another. */
OF_LIBRARY(void, TRANSFER, struct link *to, struct link *first, struct link *last) {
  if (COUNTS && first != last) {
    WRITES(&to->previous->next, sizeof to->next);
    WRITES(&to->previous, sizeof to->previous);
    WRITES(&first->previous->next, sizeof first->next);
    WRITES(&last->previous, sizeof last->previous);
  }
  CALL(TRANSFER)(to, first, last);
}

OF_LIBRARY(void, REVERSE, struct link *head) {
  if (COUNTS) {
    WRITES(head, sizeof *head);
  }
  CALL(REVERSE)(head);
}

OF_LIBRARY(void, SWAP, struct link *one, struct link *other) {
  if (COUNTS) {
    WRITES(one, sizeof *one);
    WRITES(other, sizeof *other);
  }
  CALL(SWAP)(one, other);
}
