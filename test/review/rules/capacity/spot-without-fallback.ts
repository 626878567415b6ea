import type { Cluster } from "../../../../lib/model/model";
import { spotWithoutFallback } from "../../../../lib/review/rules/capacity/spot-without-fallback";
import { onDemand, p5, spot } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

const spotPool = { ...p5().pools[0]!, capacity: [spot()] };
const onAzure = (pools: Cluster["pools"]) => p5({ cluster: { cloud: "azure", region: "eastus", pools } });

export const cases: RuleCases = {
  rule: spotWithoutFallback,
  holds: {
    "spot, then on-demand": serving(),
    "a second pool where a pool has one source": onAzure([
      spotPool,
      { ...p5().pools[0]!, name: "paid", capacity: [onDemand()] },
    ]),
  },
  fails: {
    "spot only": [p5({ pool: { capacity: [spot()] } }), [{ path: "pools.h100.capacity" }]],
    "spot only where a pool has one source": [
      onAzure([spotPool]),
      [{ path: "pools.h100.capacity", fix: expect.stringContaining("second pool of the same size on demand") }],
    ],
  },
  doesNotApply: { "no spot": p5() },
};
