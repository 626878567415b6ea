/** Where the node programs are installed, on head and nodes alike. Full paths: Slurm starts them without PATH. */
export const programFolder = "/opt/warpform/slurm";

export const programPaths = {
  resume: `${programFolder}/resume`,
  resumeFail: `${programFolder}/resume-fail`,
  suspend: `${programFolder}/suspend`,
  prolog: `${programFolder}/prolog`,
  epilog: `${programFolder}/epilog`,
  healthCheck: `${programFolder}/node-health`,
} as const;

/** Folders of the head's state volume and of a node that the configuration names. */
export const slurmPaths = {
  etc: "/etc/slurm",
  /** What the last apply shipped, until slurmctld has accepted it. */
  shipped: "/etc/warpform/etc",
  /** On the state volume: survives a replaced head. */
  state: "/var/spool/slurm/ctld",
  programState: "/var/spool/slurm/warpform",
  /** Where the state volume is mounted; no program works on the empty folder below it. */
  stateMount: "/var/spool/slurm",
  /** Signs tokens; made on the head, and only its daemons read it. */
  tokenKey: "/var/spool/slurm/jwt_hs256.key",
  spool: "/var/spool/slurm/d",
  log: "/var/log/slurm",
  programLog: "/var/log/warpform",
  run: "/run/slurm",
} as const;
