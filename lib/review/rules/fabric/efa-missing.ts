import { checkEach, type Rule } from "../../rule";

export const efaMissing: Rule = {
  id: "efa-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "Multi-node jobs without EFA on EFA-capable instances",
  why: "Without EFA, NCCL falls back to TCP sockets through the kernel and one address of one card: a p5 node then has a few Gb/s of its 3,200, and a job of several nodes is an order of magnitude slower while everything looks healthy.",
  fix: "Create an InfiniBandFabric and pass it to the pool as `fabric`.",
  verify:
    "On a node, `fi_info -p efa` lists one provider per EFA card; in a job, `NCCL_DEBUG=INFO` prints `NET/OFI`, never `NET/Socket`.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
  check: (design) =>
    checkEach(
      design.multiNodePools.filter(({ type }) => type !== null && type.maxEfaInterfaces > 0),
      ({ pool, path, type }) =>
        pool.fabric === null
          ? {
              path: `${path}.fabric`,
              value: null,
              allowed: `a fabric: ${pool.instanceType} has ${type?.maxEfaInterfaces} EFA interfaces`,
              fix: "create an InfiniBandFabric in the pool's availability zone and pass it as fabric",
            }
          : null,
    ),
};
