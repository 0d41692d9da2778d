package dev.clew.jvm.run;

/** Unique words for things that can be made visible: what a file calls them. */
final class ObjectKeys {
  private ObjectKeys() {}

  static String ofClass(int classNumber) {
    return "class " + Classes.name(classNumber);
  }

  static String ofArrays(int site) {
    return "array " + ofSite(site);
  }

  static String ofCollections(int site) {
    return "collection " + ofSite(site);
  }

  private static String ofSite(int site) {
    return Sites.className(site)
        + " "
        + Sites.file(site)
        + " "
        + Sites.method(site)
        + " "
        + Sites.line(site);
  }

  static String ofField(int field) {
    return "field "
        + Fields.declaringClass(field)
        + " "
        + Fields.name(field)
        + " "
        + Fields.descriptor(field)
        + (Fields.isStatic(field) ? " static" : " instance")
        + (Fields.isVolatile(field) ? " volatile" : " plain");
  }

  /** The number of what a key means, -1 if it is no key. */
  static int find(String key, Objects objects) {
    String prefix = "atomic ";
    boolean isAtomic = key.startsWith(prefix);
    String[] words = (isAtomic ? key.substring(prefix.length()) : key).split(" ");
    for (Matter matter : Matter.values()) {
      if (key.equals(matter.key())) {
        return objects.of(matter);
      }
    }
    try {
      if (words.length == 2 && words[0].equals("class")) {
        return objects.initialisation(Classes.number(words[1]));
      }
      if (words.length == 2 && words[0].equals("interrupts")) {
        return objects.interrupts(Integer.parseInt(words[1]));
      }
      if (words.length == 2 && words[0].equals("liveness")) {
        return objects.liveness(Integer.parseInt(words[1]));
      }
      if (words.length == 2 && words[0].equals("rounds")) {
        return objects.rounds(Integer.parseInt(words[1]));
      }
      if (words.length == 5 && words[0].equals("array")) {
        int site = Sites.add(words[1], words[2], words[3], Integer.parseInt(words[4]));
        return isAtomic ? objects.atomicArraysMadeAt(site) : objects.arraysMadeAt(site);
      }
      if (words.length == 5 && words[0].equals("collection")) {
        int site = Sites.add(words[1], words[2], words[3], Integer.parseInt(words[4]));
        return isAtomic ? objects.ordersMadeAt(site) : objects.collectionsMadeAt(site);
      }
      if (words.length == 6 && words[0].equals("field")) {
        boolean isStatic = words[4].equals("static");
        boolean isVolatile = words[5].equals("volatile");
        int field = Fields.add(words[1], words[2], words[3], isStatic, isVolatile);
        return isAtomic ? objects.atomic(field) : objects.declared(field);
      }
    } catch (NumberFormatException e) {
      return -1;
    }
    return -1;
  }
}
