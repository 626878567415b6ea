import type { Fault } from "../../../kubernetes/found-faults/faults";

export const FIRST_USE: readonly Fault[] = [
  {
    id: "FIRST-B1",
    was: "Capacity Blocks were counted by the hours used, not as they are sold",
    tests: {
      "test/review/figures/run-cost.test.ts": [
        "pays a block from its start to its end, whatever the run uses of it",
        "costs whole days and, above 14, whole weeks, and at least a day",
        "agrees to the cent with the block among the purchase options",
      ],
    },
  },
  {
    id: "FIRST-S1",
    was: "cost and quotas of EKS left out system nodes and Valkey",
    tests: {
      "test/review/figures/bill.test.ts": [
        "counts the system nodes of EKS, with nodes up and without, and in the quotas",
        "counts the nodes of Valkey and load balancers, and names a node type without a price",
      ],
    },
  },
  {
    id: "FIRST-S7",
    was: "the finding on EFA contradicted the step times beside it",
    tests: { "test/review/rules/fabric/efa-missing.ts": ["training on p5 nodes without one"] },
  },
];
