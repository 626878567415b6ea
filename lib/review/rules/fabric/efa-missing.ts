import { efaInterfaces } from "../../../catalog/instance-types";
import { add } from "../../../remedies/remedy";
import { count, counted, duration } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { tcpGbps } from "../../figures/store";
import { stepSecondsWithEfa } from "../../figures/training-request";
import { checkEach, type Rule } from "../../rule";

/** Share of the step with EFA from which the loss is an error, as for a slow layout. */
const WORTH_AN_ERROR = 0.1;

const perStep = (seconds: number | null | undefined) => (seconds ? `; ${duration(seconds)} per step` : "");

export const efaMissing: Rule = {
  id: "efa-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "Multi-node jobs without EFA on EFA-capable instances",
  why: "Without EFA, NCCL falls back to TCP sockets through the kernel on one IP interface: 100 of a p5 node's 3,200 Gb/s. How much slower a job runs depends on its parallelism; the finding states the step time of the best layout with and without EFA, and is a warning where they differ by less than 10 %. EFA is free of charge, so the whole loss is avoidable. No job fails without it, so it is easy to miss.",
  fix: "Create an InfiniBandFabric and pass it to the pool as `fabric`.",
  verify:
    "On a node, `fi_info -p efa` lists one provider per EFA card; in a job, `NCCL_DEBUG=INFO` prints `NET/OFI`, never `NET/Socket`.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
  check: (design) =>
    checkEach(
      design.multiNodePools.flatMap((p) => (p.type !== null && efaInterfaces(p.type) > 0 ? [{ p, type: p.type }] : [])),
      ({ p, type }) => {
        if (p.pool.fabric !== null) return null;
        const isWorkPool = p === design.workPool;
        const without = isWorkPool ? figuresOf(design).training?.stepSeconds?.expected : null;
        const withEfa = without ? stepSecondsWithEfa(design) : null;
        const small = without && withEfa && without / withEfa - 1 < WORTH_AN_ERROR;
        return {
          path: `${p.path}.fabric`,
          value: `TCP over ${count(tcpGbps(p))} Gb/s per node${perStep(withEfa && without)}`,
          allowed: `EFA over ${count(type.networkGbps)} Gb/s per node (${counted(efaInterfaces(type), "interfaces")})${perStep(withEfa)}`,
          fix: add("fabric"),
          ...(small ? { severity: "warning" as const } : {}),
        };
      },
    ),
};
