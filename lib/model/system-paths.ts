/** Directories of the system itself, under which no mount may hide them; who knows more of a node adds to them. */
export const SYSTEM_DIRECTORIES: readonly string[] = [
  "/",
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/sys",
  "/usr",
  "/var",
];
