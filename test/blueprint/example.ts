/** A valid blueprint, of which tests change lines. */
export const valid = `apiVersion: warpform/v1
name: train
network:
  availabilityZone: us-east-2a
fabric: {}
buckets:
  checkpoints: {}
fileSystems:
  scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250, importFrom: checkpoints }
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 16 }
    capacity:
      - { kind: block, reservationId: cr-0123456789abcdef0, nodes: 8 }
      - { kind: on-demand }
    mounts:
      - { fileSystem: scratch, path: /fsx }
fleets:
  train: { pool: h100 }
workload: { kind: training, model: llama-3.1-70b, tokens: 1.0e+12, sequenceLength: 8192, globalBatchSequences: 512 }
`;

/** The valid blueprint with one piece of its text replaced. */
export function changed(from: string, to: string): string {
  if (!valid.includes(from)) throw new Error(`the example has no "${from}"`);
  return valid.replace(from, to);
}
