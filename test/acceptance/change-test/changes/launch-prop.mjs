/** A prop of a pool that goes into EC2's launches. */
export function launchProp(copy) {
  const pools = "lib/clouds/aws/pools";
  copy.insert(
    `${pools}/gpu-node-pool-props.ts`,
    "  readonly rootVolumeMBps?: number;\n",
    `  /**
   * Rate at which new root volumes are loaded from the image, MiB/s, 100 to 300.
   * @see https://docs.aws.amazon.com/ebs/latest/userguide/initalize-volume.html
   * @default - EBS's own
   */
  readonly rootVolumeInitializationMBps?: number;\n`,
  );
  copy.insert(
    `${pools}/gpu-node-pool-table.ts`,
    "  volumeKmsKeyArn: optional(kmsKey()),\n",
    `  rootVolumeInitializationMBps: optional(whole({ min: 100, max: 300, unit: "MiB/s" })),\n`,
  );
  copy.insert(
    "lib/model/aws/launch-facts.ts",
    "export const LAUNCH_FACTS = {\n",
    `  /** Rate at which root volumes are loaded from the image, MiB/s; null for EBS's own. */
  rootVolumeInitializationMBps: number<number | null>({
    template: "rootVolume.volumeInitializationRate",
    nodeClass: null,
    unsaid: null,
    billed: {
      what: "loading of the image to root volumes, per GB and launch",
      item: null,
      perNodeMonth: (rate) => (rate === null ? 0 : 1),
    },
  }),\n`,
  );
  copy.changelog("`GpuNodePool` takes `rootVolumeInitializationMBps`.");
  copy.npm("docs");
  copy.npm("schema");
  copy.types();
  const fast = ["test/props", "test/clouds/aws/pools", "test/blueprint/keys-of-props", "test/review/figures/bill"];
  copy.fastTests(...fast, "test/blueprint/schema");
  copy.slowTests("test/props/flipped-props.slow", "-t", "shows rootVolumeInitializationMBps in");
  return copy.edited();
}
