/** How several users share one GPU of a pool. */
export class GpuSharing {
  /**
   * Multi-Instance GPU: hardware partitions with memory of their own, as many of the profile as fit.
   * @param profile MIG profile that the pool's GPU has, `1g.10gb` on an 80 GB H100
   * @see https://docs.nvidia.com/datacenter/tesla/mig-user-guide/
   */
  public static mig(profile: string): GpuSharing {
    return new GpuSharing("mig", profile, 1);
  }

  /**
   * Time slicing: `replicas` users take turns on a GPU and share its memory, with nothing between them.
   * @param replicas whole number, 2 to 48
   */
  public static timeSlicing(replicas: number): GpuSharing {
    return new GpuSharing("time-slicing", undefined, replicas);
  }

  /**
   * Multi-Process Service: `replicas` users run on a GPU at the same time, each held to its part of memory and compute, but
   * in one fault domain. On Kubernetes alone, where the device plugin runs the daemon that MPS needs.
   * @param replicas whole number, 2 to 48, that leaves each 1 GiB or more
   * @see https://docs.nvidia.com/deploy/mps/
   */
  public static mps(replicas: number): GpuSharing {
    return new GpuSharing("mps", undefined, replicas);
  }

  private constructor(
    public readonly kind: "mig" | "mps" | "time-slicing",
    public readonly profile: string | undefined,
    public readonly replicas: number,
  ) {}
}
