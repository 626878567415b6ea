/** Slurm releases that the writers know. A release is its year and month; patch levels change no option. */
export const slurmVersions = ["22.05", "23.02", "23.11", "24.05", "24.11", "25.05", "25.11"] as const;
export type SlurmVersion = (typeof slurmVersions)[number];

export const defaultVersion: SlurmVersion = "23.11";

/** What differs between releases, as far as a cluster of cloud nodes needs it. */
export interface SlurmFeatures {
  /** Whether topology/block reads `BlockSizes` (23.11 had it under another name). */
  readonly blockTopology: boolean;
  /** Options that must be asked for; later releases do it anyway and call the option defunct. */
  readonly cloudParameters: readonly string[];
  readonly communicationParameters: readonly string[];
  readonly privateData: readonly string[];
  /** Fan-out must be switched off while slurmd cannot reach cloud nodes by name. */
  readonly treeWidth: number | null;
  readonly authSlurm: boolean;
  /** Whether slurmd reports instance id and type (`--instance-id`). */
  readonly instanceId: boolean;
  readonly containerOption: "JobContainerType" | "NamespaceType";
  readonly containerPlugin: "job_container/tmpfs" | "namespace/tmpfs";
  /** Whether switch/nvidia_imex gives each job an IMEX channel of its own. */
  readonly imexSwitch: boolean;
  /** Whether job_container.conf knows `Dirs`. */
  readonly containerDirs: boolean;
}

const first: SlurmFeatures = {
  blockTopology: false,
  cloudParameters: ["cloud_reg_addrs"],
  communicationParameters: ["NoAddrCache"],
  privateData: ["cloud"],
  treeWidth: 65533,
  authSlurm: false,
  instanceId: false,
  containerOption: "JobContainerType",
  containerPlugin: "job_container/tmpfs",
  containerDirs: false,
  imexSwitch: false,
};

export interface SlurmChange {
  readonly since: SlurmVersion;
  readonly changes: Partial<SlurmFeatures>;
  readonly source: string;
}

const slurmRelease = (tag: string, path: string) => `https://github.com/SchedMD/slurm/blob/slurm-${tag}/${path}`;

/** Every change since 22.05, checked on 2026-11-21 against the tagged source. */
export const slurmChanges: readonly SlurmChange[] = [
  {
    since: "23.02",
    changes: { privateData: [], containerDirs: true },
    source: slurmRelease("23-02-8-1", "RELEASE_NOTES"),
  },
  {
    since: "23.11",
    changes: {
      cloudParameters: [],
      communicationParameters: [],
      treeWidth: null,
      authSlurm: true,
      instanceId: true,
    },
    source: slurmRelease("23-11-11-1", "RELEASE_NOTES"),
  },
  {
    since: "24.05",
    changes: { blockTopology: true, imexSwitch: true },
    source: slurmRelease("24-05-8-1", "RELEASE_NOTES"),
  },
  {
    since: "25.11",
    changes: { containerOption: "NamespaceType", containerPlugin: "namespace/tmpfs" },
    source: slurmRelease("25-11-7-1", "RELEASE_NOTES.md"),
  },
];

/** What `version` can do: the state of 22.05 with every later change up to `version` applied. */
export function slurmFeatures(version: SlurmVersion): SlurmFeatures {
  const upTo = slurmVersions.indexOf(version);
  const changes = slurmChanges.filter((change) => slurmVersions.indexOf(change.since) <= upTo);
  return Object.assign({}, first, ...changes.map((change) => change.changes));
}
