/**
 * `cluster.json`: the one file that the programs on the head and the nodes read (`/etc/warpform/cluster.json`). The head writes
 * nothing into it; it is rendered once by Terraform, shipped as an S3 object, and holds no secret.
 */

/** What one pool's nodes are started from. The order of `ClusterFilePool.sources` is the order in which they are tried. */
export interface ClusterFileSource {
  readonly kind: "block" | "reservation" | "spot" | "on-demand";
  /** Launch template of this pool for this source, where the cloud has such; it carries image, interfaces, placement, profile, purchase option. */
  readonly launchTemplate?: { readonly id: string; readonly version: string };
  /** Body of the request for an instance, where the cloud has no templates; the programs add names and tags. */
  readonly machine?: Readonly<Record<string, unknown>>;
  /** Subnets to give as CreateFleet overrides; empty where the template's interfaces name theirs. */
  readonly subnetIds: readonly string[];
  /** Instance types to give as CreateFleet overrides, the preferred one first; absent where the template's is the only one. */
  readonly instanceTypes?: readonly string[];
  /** Nodes that the source holds; null for no limit of its own. */
  readonly nodes: number | null;
  /** Capacity Block or reservation id; null for spot and on-demand. */
  readonly reservationId: string | null;
  /** Start and end of a block, ISO 8601 in UTC; null where not given: ask EC2 (DescribeCapacityReservations). */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** Minutes before the end of a block at which EC2 begins to terminate its instances; null for other sources. */
  readonly terminationLeadMinutes: number | null;
}

/** A run of node names: `<prefix><first>` … `<prefix><last>`. Names are deterministic, so nobody needs to look them up. */
export interface ClusterFileRange {
  /**
   * static: on while its source lasts (`h100-st-[1-16]`): never suspended for being idle, started by reconcile.
   * dynamic: started by a job, suspended when idle (`h100-dy-[1-8]`).
   */
  readonly kind: "static" | "dynamic";
  /** `h100-st-` */
  readonly prefix: string;
  readonly first: number;
  readonly last: number;
  /** The same as a Slurm host list: `h100-st-[1-16]`. */
  readonly hostList: string;
  /** Indexes into the pool's `sources`, in the order to try. A block's static nodes come from that block alone. */
  readonly sources: readonly number[];
}

/** What a healthy node of the pool must show. From the catalog; null means nothing is known, so nothing is asserted. */
export interface ClusterFileExpectation {
  /** GPUs that nvidia-smi must list (physical ones, also with MIG); 0 without NVIDIA GPUs. */
  readonly gpus: number;
  /** GPUs that AMD's driver must list; absent without. */
  readonly amdGpus?: number;
  /** Neuron devices, `/dev/neuron0` and up, that the driver must have brought up; 0 without Trainium or Inferentia. */
  readonly neuronDevices: number;
  /** Catalog name of the accelerator, `H100-SXM-80GB`; null for a CPU node. */
  readonly accelerator: string | null;
  /** MIG instances on the whole node, and their profile; null without MIG. */
  readonly mig: { readonly profile: string; readonly instances: number } | null;
  /** GPUs joined by NVSwitch, so that the fabric manager (or IMEX) must have completed. */
  readonly nvSwitch: boolean;
  /**
   * NVLink over the nodes of an UltraServer, which NVIDIA IMEX lets jobs use: with a channel for each job (switch/nvidia_imex), or one for
   * all; null where NVLink ends at the instance.
   */
  readonly imex: "channel-per-job" | "channel-shared" | null;
  /** InfiniBand devices that must be active at this rate, in one partition of which the node is a full member; absent without. */
  readonly infiniband?: { readonly devices: number; readonly gbpsPerDevice: number };
  /** EFA devices that `/sys/class/infiniband` must list; 0 without. */
  readonly efaDevices: number;
  /** Local NVMe array that must be mounted; null without. */
  readonly nvmeMountPath: string | null;
  /** File systems that must be mounted, by path; `kind` as in the model (`lustre`, `efs`, `nfs` …). */
  readonly mounts: readonly { readonly path: string; readonly kind: string }[];
  /** What the acceptance job's all-reduce is held against; null for nodes without whole GPUs. */
  readonly allReduce: AllReduceExpectation | null;
}

/** Bus bandwidth of an all-reduce over nodes of a pool, as nccl-tests prints it. */
export interface AllReduceExpectation {
  /** Size of the message, GiB; a GPU holds it three times. */
  readonly messageGiB: number;
  /** By number of nodes, ascending, GB/s; a job of a number between two of them is held against the larger. */
  readonly rows: readonly { readonly nodes: number; readonly expectedGBps: number; readonly leastGBps: number }[];
}

export interface ClusterFilePool {
  readonly name: string;
  readonly instanceType: string;
  readonly sources: readonly ClusterFileSource[];
  readonly ranges: readonly ClusterFileRange[];
  /** per-job: all nodes of a job or none (CreateFleet with MinTargetCapacity = total); best-effort: as many as there are. */
  readonly launch: "per-job" | "best-effort";
  /** Minutes for which the pool is not tried again once none of its sources had capacity. */
  readonly backoffMinutes: number;
  /** Nodes that are replaced at once when the launch template changes; null where running nodes keep theirs. */
  readonly replaceAtOnce: number | null;
  /** Whether where its nodes are can be learned: from EC2's DescribeInstanceTopology, or, with InfiniBand, from the nodes; null unknown (then nobody is asked). */
  readonly topologyApi: boolean | null;
  readonly expect: ClusterFileExpectation;
}

export interface ClusterFile {
  /** Raised when a field changes its meaning; a program refuses one that it does not know. */
  readonly format: 1;
  readonly clusterName: string;
  /** `23.11` */
  readonly slurmVersion: string;
  readonly region: string;
  /** Host names of the controllers, the first one first: `slurm-head`. */
  readonly controllers: readonly string[];
  /**
   * Tag that marks each instance as this cluster's (`warpform:cluster` = name). IAM lets the head terminate only what
   * carries it, so CreateFleet must set it on `instance` (and `volume`) in TagSpecifications.
   */
  readonly clusterTag: { readonly key: string; readonly value: string };
  /**
   * Further tags of each instance. The programs add `warpform:pool`, `warpform:job` and `warpform:user` (cost by job), and
   * `warpform:launch` (the launch's id).
   */
  readonly tags: Readonly<Record<string, string>>;
  /**
   * Where instance and node meet: for each instance the resume program puts an object `<prefix>nodes/<instance-id>` whose
   * body is the node's name; the node polls that one key at boot and takes the name as its host name. (A tag per instance
   * would be one EC2 call per node.) Suspend and reconcile delete it. Null where instances have their node's name from the first.
   */
  readonly objects: { readonly bucket: string; readonly prefix: string } | null;
  /** What the programs of the cloud need besides, such as the subscription; absent for nothing. */
  readonly cloud?: Readonly<Record<string, string>>;
  /**
   * Private zone in which resume writes an A record for each node (up to 1,000 changes a call) and suspend removes it, so
   * that MASTER_ADDR and the like resolve; null: names resolve through Slurm alone.
   */
  readonly dns: { readonly zoneId: string; readonly domain: string; readonly ttlSeconds: number } | null;
  /**
   * Addresses of AWS services (`ec2`, `s3`, `route53`) where they are not the region's usual ones: interface endpoints without
   * private DNS. Absent: the usual ones.
   */
  readonly endpointUrls?: Readonly<Record<string, string>>;
  /** Namespace of the metrics that reconcile sends to CloudWatch; null for none. */
  readonly metricsNamespace: string | null;
  readonly paths: {
    /** Folder on the head's state volume that the programs own: `/var/spool/slurm/warpform`. */
    readonly state: string;
    /** Mount point of the state volume: the programs do nothing where it is not mounted. */
    readonly stateMount: string;
    /** StateSaveLocation of slurm.conf; a mark in it tells Slurm's state from an empty folder. */
    readonly slurmState: string;
    /** Folder of the programs' logs: `/var/log/warpform`. */
    readonly log: string;
    /** Folder of slurm.conf and the rest: `/etc/slurm`. */
    readonly slurmEtc: string;
  };
  readonly timeouts: {
    /** ResumeTimeout of slurm.conf: a node that has not registered by then is given up. */
    readonly resumeSeconds: number;
    /** SuspendTimeout of slurm.conf. */
    readonly suspendSeconds: number;
    /** SuspendTime of slurm.conf: idle time before a dynamic node is let go. */
    readonly idleSeconds: number;
    /** How long before the end of a Capacity Block the watch reserves its nodes, signals jobs and drains. */
    readonly blockDrainMinutes: number;
  };
  /** Failed boots in a row after which a pool's source is left alone until a person lifts that; 0 for no limit. */
  readonly maxFailedBoots: number;
  /** Whether prolog and epilog check the node. */
  readonly healthChecks: boolean;
  /** Whether they then start a program of the site's, `/etc/warpform/prolog` and `/etc/warpform/epilog`. */
  readonly jobPrograms: { readonly prolog: boolean; readonly epilog: boolean };
  readonly pools: readonly ClusterFilePool[];
  /** Partitions by name with the pools they are made of. */
  readonly partitions: readonly { readonly name: string; readonly pools: readonly string[] }[];
  readonly topology:
    | { readonly kind: "none" }
    /** Switch tree: refreshed into `topology.conf` from EC2's instance topology (three layers), or Azure's placement groups. */
    | { readonly kind: "tree"; readonly refresh: boolean }
    /** Blocks of `blockSize` nodes, one NVLink domain each. */
    | { readonly kind: "block"; readonly blockSize: number; readonly refresh: boolean };
}
