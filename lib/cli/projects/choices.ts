/** Where a cluster of `init` can be; `kubernetes` is a cluster that exists, wherever it is. */
export const INIT_CLOUDS = ["aws", "azure", "kubernetes"] as const;

/** Workloads that `init` writes a project for. */
export const KINDS = ["training", "fine-tuning", "inference"] as const;

/** Who runs the jobs; what each workload takes is in `schedulersOf`. */
export const SCHEDULERS = ["slurm", "ray", "fleet"] as const;

/** What a project is written for. */
export const ENGINES = ["yaml", "cdktf", "cdktn", "pulumi"] as const;
