/** A file that the head downloads once and uses only if its checksum matches. */
export interface CheckedFile {
  /** URL (`https://`) that the head can reach, of the vendor or a mirror. */
  readonly url: string;
  /** SHA-256 of the file, 64 hexadecimal digits: what `sha256sum` prints. */
  readonly sha256: string;
}

/**
 * Downloads of enroot and pyxis, which no distribution packages. After the controller has started, the head downloads each file
 * once, builds pyxis for the installed Slurm and stores both in the cluster's bucket for compute and login nodes.
 */
export interface SlurmContainerPackages {
  /** Debian package `enroot` for the nodes' architecture. @see https://github.com/NVIDIA/enroot/releases */
  readonly enroot: CheckedFile;
  /** Debian package `enroot+caps` of the same version. */
  readonly enrootCaps: CheckedFile;
  /** Source of pyxis, a `.tar.gz` with one top folder. @see https://github.com/NVIDIA/pyxis/releases */
  readonly pyxis: CheckedFile;
}
