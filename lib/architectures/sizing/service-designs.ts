import type { InstanceType } from "../../catalog/types";
import type { Workload } from "../../model/model";
import { designOf } from "../../review/design";
import { figuresOf } from "../../review/figures/figures";
import { replicaSize } from "../../review/figures/serving/serving";
import { count, counted } from "../../units/quantity";
import { type Candidate, candidateCluster, type Purchase } from "./candidate-cluster";
import { DEFAULT_MAX_NODES, nodeFacts, purchasesOf, spotUsdPerHour } from "./priced-candidates";
import type { RankedDesign, RankOptions } from "./ranked-design";
import { sharingOn } from "./sharing-choice";

type Service = Extract<Workload, { kind: "inference" }>;

/** The fewest nodes of a type that hold the replicas a service needs. */
export function serviceDesigns(type: InstanceType, workload: Service, options: RankOptions): RankedDesign[] {
  const sharing = sharingOn(type, options.sharing);
  if (sharing === undefined) return [];
  const candidateOf = (nodes: number, purchase: Purchase): Candidate => ({
    instanceType: type.name,
    nodes,
    purchase,
    region: options.region,
    cloud: options.cloud,
    sharing,
    lustre: null,
  });
  const figuresFor = (nodes: number, purchase: Purchase) =>
    figuresOf(designOf(candidateCluster(candidateOf(nodes, purchase), workload)));
  return (
    purchasesOf(type, options)
      // A service has no end that a block could be bought up to.
      .filter((purchase) => purchase !== "capacity-block")
      .flatMap((purchase) => {
        const one = figuresFor(1, purchase).serving;
        if (!one?.fits || one.replicasNeeded === null || one.replicasAtMost < 1) return [];
        const { expected, high } = one.replicasNeeded;
        const least = options.leastNodes ?? 1;
        const nodesFor = (replicas: number) => Math.max(least, Math.ceil(replicas / one.replicasAtMost));
        const counts =
          options.nodes === undefined ? [...new Set([nodesFor(expected), nodesFor(high)])] : [options.nodes];
        return counts
          .filter((nodes) => nodes >= nodesFor(expected) && nodes <= (options.maxNodes ?? DEFAULT_MAX_NODES))
          .map((nodes): RankedDesign => {
            const figures = figuresFor(nodes, purchase);
            const candidate = candidateOf(nodes, purchase);
            return {
              ...nodeFacts(type, candidate, figures),
              layout: `${expected === high ? counted(high, "replicas") : `${count(expected)} to ${count(high)} replicas`} of ${replicaSize(one)}`,
              days: null,
              usd: null,
              usedUsd: null,
              prepaidDays: null,
              usdPerHour:
                purchase === "spot" ? spotUsdPerHour(candidate, figures.cost, options) : figures.cost.usdPerHour,
              timeToFirstTokenSeconds: one.timeToFirstTokenSeconds,
              meetsObjective: nodes >= nodesFor(high) ? "yes" : "expected",
              bootUsd: null,
              workKept: null,
            };
          });
      })
  );
}
