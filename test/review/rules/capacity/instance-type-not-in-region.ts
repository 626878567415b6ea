import { instanceTypeNotInRegion } from "../../../../lib/review/rules/capacity/instance-type-not-in-region";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const onAzure = (instanceType: string, region: string) => ({
  ...p5({ pool: { instanceType }, cluster: { schedulers: [], region } }),
  cloud: "azure" as const,
});

export const cases: RuleCases = {
  rule: instanceTypeNotInRegion,
  holds: {
    "p5 in Ohio": p5(),
    "a type that the catalog does not know": p5({ pool: { instanceType: "p9.48xlarge" } }),
    "a size of Azure in a Region with a price of it": onAzure("Standard_ND96isr_H100_v5", "eastus2"),
    "a size of Azure without any price": onAzure("Standard_ND96isr_MI300X_v5", "westus"),
    "a region that no source covers": p5({ cluster: { region: "ap-southeast-7" } }),
  },
  fails: {
    "p5 in Paris": [
      p5({ cluster: { region: "eu-west-3" } }),
      [
        {
          path: "pools.h100.instanceType",
          value: "p5.48xlarge in eu-west-3",
          fix: "move the network to eu-north-1, eu-west-2, or use another instance type",
        },
      ],
    ],
    "racks of Azure in a Region without a price of them": [
      onAzure("Standard_ND128isr_NDR_GB200_v6", "westus"),
      [
        {
          path: "pools.h100.instanceType",
          value: "Standard_ND128isr_NDR_GB200_v6 in westus",
          allowed: "not known to be sold in westus; known: eastus2",
          fix: "run `preflight.sh`, which checks whether the Region offers it",
          severity: "info",
        },
      ],
    ],
    "a misspelt region": [
      p5({ cluster: { region: "us-esat-2" } }),
      [{ path: "region", value: "us-esat-2", fix: "use us-east-2 or us-east-1 or us-west-2" }],
    ],
  },
  doesNotApply: { "a cluster outside AWS": p5({ cluster: { cloud: "onprem" } }) },
};
