import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const networkBandwidthIsBurst: Rule = {
  id: "network-bandwidth-is-burst",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "multi-node training on nodes whose network is only a burst",
  why: '"Up to" bandwidth is paid from credits; after minutes of steady collectives the node falls to its baseline, a fraction of what short tests show.',
  fix: "Take a size of the family that states a fixed bandwidth, or keep each job on one node.",
  verify: "Run all_reduce_perf for thirty minutes and compare the last minute with the first.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html",
  check: (design) =>
    design.workload === null || design.workload.kind === "inference"
      ? DOES_NOT_APPLY
      : checkEach(
          design.multiNodePools.filter((p) => p.type !== null),
          ({ pool, path, type }) =>
            type?.networkIsBurst
              ? {
                  path: `${path}.instanceType`,
                  value: `${pool.instanceType}, up to ${type.networkGbps} Gb/s`,
                  allowed: "a type with a fixed network bandwidth",
                  fix: "use a larger size of the family, or one node a job",
                }
              : null,
        ),
};
