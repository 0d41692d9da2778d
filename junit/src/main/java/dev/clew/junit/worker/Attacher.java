package dev.clew.junit.worker;

import com.sun.tools.attach.VirtualMachine;

/** The main class of a JVM that attaches an agent to another one: none may attach it to itself. */
public final class Attacher {
  private Attacher() {}

  /** Attaches; the arguments are the number of the process and the jar of the agent. */
  public static void main(String[] args) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(args[0]);
    try {
      machine.loadAgent(args[1]);
    } finally {
      machine.detach();
    }
  }
}
