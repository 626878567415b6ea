import { collective } from "../../sizing/fabric/collectives";
import { type Interconnect, instanceInterconnect, interconnect } from "../../sizing/fabric/interconnect";
import { OWN_RANGE_ALONE } from "../../sizing/spread/published-spread";
import type { AllReduceExpectation, ClusterFileExpectation } from "../files/cluster-file";
import type { SlurmPool } from "./slurm-cluster";

/** nccl-tests holds what is sent, what comes, and what should come: three times the message, and NCCL's own buffers. */
const MESSAGES_PER_GPU = 4;
/** Large enough that latency does not count. */
const MESSAGE_GIB = 8;

/**
 * What nccl-tests' all-reduce must show over the nodes of a pool: the bus bandwidth that the model of collectives expects on 1, 2,
 * 4 … nodes, or on whole NVLink domains where one spans nodes, and the least of its range; null for a pool without whole GPUs.
 *
 * @example 16 p5.48xlarge: 346 GB/s, at least 256, of 400 GB/s of network; 8 L40S on PCIe: 22 GB/s, whatever the network.
 */
export function expectedAllReduce(
  pool: SlurmPool,
  efa: boolean,
  infiniband?: ClusterFileExpectation["infiniband"],
): AllReduceExpectation | null {
  const { accelerator, hardware, instance } = pool;
  const gpus = hardware.gpu?.devices ?? 0;
  if (accelerator === null || gpus === 0 || pool.model.sharing.kind === "mig") return null;
  const link = infiniband ? overInfiniband(infiniband) : instanceInterconnect(instance, accelerator, efa);
  function overInfiniband({ devices, gbpsPerDevice }: NonNullable<typeof infiniband>): Interconnect {
    const domain = instance.interconnect?.accelerators ?? gpus;
    const fabric = { kind: "infiniband", gbpsPerNode: devices * gbpsPerDevice, gpusPerNode: gpus } as const;
    return interconnect(accelerator!, domain, fabric);
  }
  const messageGiB = Math.min(MESSAGE_GIB, 2 ** Math.floor(Math.log2(accelerator.memoryGiB / MESSAGES_PER_GPU)));
  const most = pool.ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
  const rows = nodeCounts(most, Math.max(1, link.gpusPerDomain / gpus))
    .filter((nodes) => nodes * gpus > 1)
    .map((nodes) => {
      const group = { ranks: nodes * gpus, ranksPerDomain: Math.min(nodes * gpus, link.gpusPerDomain) };
      const { expected, low } = collective(
        "all-reduce",
        messageGiB * 2 ** 30,
        group,
        link,
        OWN_RANGE_ALONE,
      ).busBandwidth;
      return { nodes, expectedGBps: gigabytes(expected), leastGBps: gigabytes(low) };
    });
  return { messageGiB, rows };
}

/** 1, 2, 4 … up to a domain's nodes, then as many domains, until `most` is covered. */
function nodeCounts(most: number, nodesPerDomain: number): number[] {
  const counts: number[] = [];
  for (let nodes = 1; nodes < nodesPerDomain; nodes *= 2) counts.push(nodes);
  for (let nodes = nodesPerDomain; counts.length === 0 || counts[counts.length - 1]! < most; nodes *= 2)
    counts.push(nodes);
  return counts.slice(0, counts.findIndex((nodes) => nodes >= most) + 1);
}

const gigabytes = (bytesPerSecond: number): number => Math.round(bytesPerSecond / 1e8) / 10;
