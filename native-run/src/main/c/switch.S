/* Switching between the stacks of threads. */
  .text

/* void switch_stack(void **save, void *next): goes on where the stack next was left. */
  .globl clew_switch_stack
  .type clew_switch_stack, @function
clew_switch_stack:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  .cfi_adjust_cfa_offset -8
  popq %r14
  .cfi_adjust_cfa_offset -8
  popq %r13
  .cfi_adjust_cfa_offset -8
  popq %r12
  .cfi_adjust_cfa_offset -8
  popq %rbx
  .cfi_adjust_cfa_offset -8
  popq %rbp
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
  .size clew_switch_stack, .-clew_switch_stack

/* The first frame of a thread: calls r12 with r13. Nothing called it, which ends unwinding. */
  .globl clew_begin_stack
  .type clew_begin_stack, @function
clew_begin_stack:
  .cfi_startproc
  .cfi_undefined rip
  xorl %ebp, %ebp
  movq %r13, %rdi
  call *%r12
  ud2
  .cfi_endproc
  .size clew_begin_stack, .-clew_begin_stack
  .section .note.GNU-stack, "", @progbits
