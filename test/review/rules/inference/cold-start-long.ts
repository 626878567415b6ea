import { modelArchitecture } from "../../../../lib/catalog/models";
import type { Cluster, Scheduler } from "../../../../lib/model/model";
import { coldStartLong } from "../../../../lib/review/rules/inference/cold-start-long";
import { CHAT_8B } from "../../p5-cluster";
import { deployed, serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

/** A served model on nodes that boot in twelve minutes. */
function unpacking(parallelImagePull: boolean, engine: "ray" | "leader-worker-set" = "leader-worker-set"): Cluster {
  const cluster = deployed({ engine }, { bootSeconds: 720 });
  return { ...cluster, schedulers: cluster.schedulers.map((each) => ({ ...each, parallelImagePull }) as Scheduler) };
}

/** The same beside a second cluster of the stack, which has the other setting and starts none of its nodes. */
function besideAnother(parallelImagePull: boolean): Cluster {
  const cluster = unpacking(parallelImagePull);
  const other = cluster.schedulers.map(
    (each) => ({ ...each, name: "other", serving: [], parallelImagePull: !parallelImagePull }) as Scheduler,
  );
  return { ...cluster, schedulers: [...other, ...cluster.schedulers] };
}

export const cases: RuleCases = {
  rule: coldStartLong,
  holds: {
    "8B from Lustre": at(serving(), CHAT_8B),
    "nodes that unpack in parallel beside a cluster that does not": at(besideAnother(true), CHAT_8B),
    "the same on Kubernetes nodes that unpack images in parallel": at(unpacking(true), CHAT_8B),
  },
  fails: {
    "70B from a slow store on nodes that boot slowly": [
      at(serving({ instanceType: "g6e.12xlarge", bootSeconds: 900 }), {
        ...CHAT_8B,
        model: modelArchitecture("llama-3.1-70b"),
        precision: "fp8",
      }),
      [{ path: "pools.l40s.nodes.min", allowed: "15 min or less" }],
    ],
    "Ray's image, of which parallel unpacking makes nothing faster": [
      at(unpacking(true, "ray"), CHAT_8B),
      [
        {
          path: "pools.l40s.nodes.min",
          fix: "raise nodes.min, bake the container image into the image of the nodes, or load weights from Lustre or NVMe",
        },
      ],
    ],
    "images that its nodes could unpack in parallel, as those of another cluster do": [
      at(besideAnother(false), CHAT_8B),
      [
        {
          path: "pools.l40s.nodes.min",
          fix: "set fastImagePull to true of a KubeRayCluster, raise nodes.min, or load weights from Lustre or NVMe",
        },
      ],
    ],
    "images that its nodes could unpack in parallel": [
      at(unpacking(false), CHAT_8B),
      [
        {
          path: "pools.l40s.nodes.min",
          fix: "set fastImagePull to true of a KubeRayCluster, raise nodes.min, or load weights from Lustre or NVMe",
        },
      ],
    ],
  },
  doesNotApply: { "a fixed number of nodes": at(serving({ nodes: { min: 8, max: 8 } }), CHAT_8B) },
};
