/** GiB of a node's operating system disk: what pools are built with, and designs are priced with before they are. */
export const ROOT_VOLUME_GIB = 256;
