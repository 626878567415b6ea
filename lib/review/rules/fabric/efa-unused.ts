import { efaInterfaces } from "../../../catalog/instance-types";
import { add } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const efaUnused: Rule = {
  id: "efa-unused",
  area: "fabric",
  severity: "warning",
  clouds: ["aws"],
  title: "Unused EFA interfaces on a pool of eight-GPU nodes",
  why: "Jobs are not restricted to one node, and the first multi-node job falls back to TCP without warning.",
  fix: "Pass a `fabric` to the pool; EFA is free. If every job fits on one node, suppress this rule with that reason.",
  verify: "On a node, `fi_info -p efa` must list one provider per EFA card.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(
        (p) =>
          p.pool.nodes.max > 1 &&
          p.gpusPerNode >= 8 &&
          p.type !== null &&
          efaInterfaces(p.type) > 0 &&
          p.pool.adoptedBy?.kind !== "fleet" &&
          (p.pool.fabric !== null || !design.multiNodePools.includes(p)) &&
          design.workload?.kind !== "inference",
      ),
      ({ pool, path }) =>
        pool.fabric === null
          ? {
              path: `${path}.fabric`,
              value: null,
              allowed: `a fabric for the EFA interfaces of ${pool.instanceType}`,
              fix: add("fabric"),
            }
          : null,
    ),
};
