/** A file that the head fetches once, and takes only where it has the checksum. */
export interface CheckedFile {
  /** Its address, `https://`, which the head can reach: the maker's, or a mirror's. */
  readonly url: string;
  /** SHA-256 of the file, 64 hexadecimal digits: what `sha256sum` prints. */
  readonly sha256: string;
}

/**
 * Where enroot and pyxis come from, since no distribution has them. The head fetches each file once, after the controller runs,
 * builds pyxis for the installed Slurm and keeps both in the cluster's bucket, from which nodes and login nodes take them.
 */
export interface SlurmContainerPackages {
  /** Debian package `enroot` for the nodes' architecture. @see https://github.com/NVIDIA/enroot/releases */
  readonly enroot: CheckedFile;
  /** Debian package `enroot+caps` of the same version. */
  readonly enrootCaps: CheckedFile;
  /** Source of pyxis, a `.tar.gz` with one top folder. @see https://github.com/NVIDIA/pyxis/releases */
  readonly pyxis: CheckedFile;
}
