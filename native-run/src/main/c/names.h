/* The build of the runtime hides all names but those that the linker needs, see build.sh. */
