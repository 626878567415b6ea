import type { NodeImageContent } from "./node-image-props";

const SLURM = ["python3-boto3", "iptables", "munge", "slurm-client", "libpmix2t64", "prometheus-node-exporter"];

/**
 * Ubuntu 24.04's packages of each content: what the set-up programs and boot steps of such a machine would install
 * (lib/slurm/set-up, lib/clouds/aws/shared/programs). A test holds these lists against the programs.
 */
export const BAKED_PACKAGES: Readonly<Record<Exclude<NodeImageContent, "lustre" | "efs">, readonly string[]>> = {
  "slurm-node": [...SLURM, "slurmd", "libpam-slurm-adopt"],
  "slurm-login": SLURM,
  "slurm-head": [
    ...SLURM,
    "slurmctld",
    "slurmdbd",
    "slurmrestd",
    "slurm-wlm-jwt-plugin",
    "mariadb-server",
    "prometheus",
    "prometheus-alertmanager",
    // pyxis is built for the Slurm of the head
    "gcc",
    "make",
    "libc6-dev",
    "libslurm-dev",
  ],
  directory: ["sssd-ldap", "libnss-sss", "libpam-sss", "sssd-tools"],
  nfs: ["nfs-common"],
};

/** Boot steps of disks, on any instance with local NVMe. */
export const DISK_PACKAGES = ["mdadm", "xfsprogs"];

/** Slurm's clients and slurmdbd read their configuration before they print as much as their version (23.11 on Ubuntu 24.04), and an image has none. */
const configured = (program: string, file: string, text: string): string =>
  `install -d /tmp/warpform-slurm && printf '${text}' > /tmp/warpform-slurm/${file} && chmod 600 /tmp/warpform-slurm/${file} && SLURM_CONF=/tmp/warpform-slurm/slurm.conf ${program} -V`;
const SRUN = configured("srun", "slurm.conf", "ClusterName=check\\nSlurmctldHost=localhost\\n");
const SLURMDBD = configured("slurmdbd", "slurmdbd.conf", "DbdHost=localhost\\nStorageType=accounting_storage/mysql\\n");

/** What must answer in a finished image, by content. */
export const BAKED_PROGRAMS: Readonly<Record<NodeImageContent, readonly string[]>> = {
  "slurm-node": ["slurmd -V", SRUN],
  "slurm-login": [SRUN],
  "slurm-head": ["slurmctld -V", SRUN, SLURMDBD, "slurmrestd -V", "mariadbd --version", "prometheus --version"],
  directory: ["sssd --version"],
  lustre: ["command -v mount.lustre", "modinfo -F version lustre"],
  efs: ["command -v mount.efs"],
  nfs: ["command -v mount.nfs4"],
};
