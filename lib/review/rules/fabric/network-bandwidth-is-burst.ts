import { trains } from "../../../model/workload";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const networkBandwidthIsBurst: Rule = {
  id: "network-bandwidth-is-burst",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "Multi-node training on burst network bandwidth",
  why: '"Up to" bandwidth uses network I/O credits. After minutes of sustained collectives, the node drops to its baseline, a fraction of what short tests show.',
  fix: "Use a size of the family with a fixed bandwidth, or keep each job on one node.",
  verify: "Run all_reduce_perf for 30 minutes and compare the last minute with the first.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html",
  check: (design) =>
    !trains(design.workload)
      ? DOES_NOT_APPLY
      : checkEach(
          design.multiNodePools.filter((p) => p.type !== null),
          ({ pool, path, type }) =>
            type?.networkIsBurst
              ? {
                  path: `${path}.instanceType`,
                  value: `${pool.instanceType}, up to ${type.networkGbps} Gb/s`,
                  allowed: "a type with fixed network bandwidth",
                  fix: "use a larger size of the family, or one node per job",
                }
              : null,
        ),
};
