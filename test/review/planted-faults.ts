/** What else is said of the pair of designs that shows a rule at its purest: without and with the fault planted. */
export interface Beside {
  /** Rules that fail with the fault, because it is theirs as well or leads to theirs. */
  readonly withIt?: readonly string[];
  /** Rules that fail in both designs: what the sound one lives with. */
  readonly inBoth?: readonly string[];
}

const oneZone = { inBoth: ["service-in-one-zone"] };

/** Rules whose fault does not come alone. Of every other rule a single fault in a design without any makes it fail, and it alone. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  "adapters-crowd-out-requests": { ...oneZone, withIt: ["model-does-not-fit"] },
  "block-dates-unknown": { inBoth: ["capacity-short"] },
  "block-ends-before-run": { inBoth: ["spares-missing"] },
  "block-may-end-before-run": { inBoth: ["spares-missing"] },
  "block-outlasts-run": { inBoth: ["spares-missing"] },
  "block-without-nodes": { inBoth: ["capacity-short"] },
  "cheaper-instance-type": oneZone,
  "checkpoint-longer-than-interval": {
    inBoth: ["checkpoint-interval-off"],
    withIt: ["checkpoint-stall-high", "training-time-mostly-lost"],
  },
  "checkpoint-stall-high": {
    withIt: ["checkpoint-interval-off"],
  },
  "cold-start-long": oneZone,
  "compute-in-public-subnet": { withIt: ["multi-nic-in-public-subnet"] },
  "dataset-hydration-slow": { withIt: ["dataset-larger-than-store"] },
  "dataset-starves-gpus": { withIt: ["dataset-hydration-slow", "dataset-larger-than-store"] },
  "fabric-bounds-training": { withIt: ["tensor-parallel-without-nvlink"] },
  "fabric-spans-zones": { withIt: ["capacity-zone-mismatch", "file-system-across-zones"] },
  "gpus-idle-at-load": oneZone,
  "gpu-nodes-always-on": { inBoth: ["placement-group-missing"] },
  "gpudirect-missing": { withIt: ["tensor-parallel-without-nvlink"] },
  // Its run is a short one on two nodes.
  "fine-tuning-differs": { inBoth: ["run-short-for-cluster"] },
  // p3dn is not sold in us-east-2, and every type that is has its images.
  "image-not-for-type": { inBoth: ["image-floating"], withIt: ["instance-type-not-in-region"] },
  "latency-objective-unreachable": oneZone,
  "lustre-client-missing": { inBoth: ["image-floating"] },
  "multi-nic-in-public-subnet": { withIt: ["compute-in-public-subnet"] },
  "network-bandwidth-is-burst": { withIt: ["efa-not-supported", "gpudirect-missing", "model-does-not-fit"] },
  "network-interface-invalid": { withIt: ["efa-interfaces-incomplete"] },
  "nfs-for-multi-node-training": { withIt: ["figure-not-computable"] },
  "placement-group-with-reservation": { withIt: ["capacity-short"] },
  "placement-not-supported": { withIt: ["efa-not-supported"] },
  "precision-not-in-hardware": { ...oneZone, withIt: ["replicas-short"] },
  "qos-without-accounting": { withIt: ["accounting-missing"] },
  "replicas-short": oneZone,
  "requests-above-max-length": { ...oneZone, withIt: ["latency-objective-unreachable"] },
  "served-model-differs": oneZone,
  "service-in-one-zone": { inBoth: ["single-nat-for-zones"] },
  "service-on-one-node": oneZone,
  "service-scales-to-zero": oneZone,
  "serving-without-head-room": oneZone,
  "spares-missing": { withIt: ["block-outlasts-run"] },
  "spot-for-deadline": { withIt: ["placement-group-missing"] },
  "spot-without-fallback": { withIt: ["placement-group-missing"] },
  "training-time-mostly-lost": { withIt: ["checkpoint-interval-off"] },
};
