import type { IClusterNetwork } from "../network/i-cluster-network";

export interface InfiniBandFabricProps {
  /** Network of the nodes. */
  readonly network: IClusterNetwork;
  /**
   * How the one scale set of the fabric is made: `flexible` in one fault domain, which the field runs on ND H100 and H200, or `uniform` in a
   * single placement group of at most 100 nodes, which Microsoft documents for InfiniBand. Changing it replaces the nodes.
   * @default flexible
   * @see https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-orchestration-modes
   */
  readonly orchestration?: "flexible" | "uniform";
  /**
   * Whether NCCL sums all-reduces in the switches (SHARP) on ND H100 and H200 v5. Jobs need NVIDIA's plugin for it, which HPC-X of the image
   * (`module load mpi/hpcx`) and NVIDIA's PyTorch containers have. Nodes of a SlurmHeadNode and a NodeFleet alone.
   * @default false
   * @see https://github.com/Azure/ai-infrastructure-on-azure/blob/main/infrastructure_validations/slurm/NCCL/configs/hopper.conf
   */
  readonly sharp?: boolean;
}
