package dev.clew.jvm.agent;

/** A field and the class that declares it. */
record ResolvedField(ClassInfo declaring, FieldInfo field) {}
