import { findAccelerator } from "../../../catalog/accelerators";
import { interconnectSpansNodes } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";

/** What every size sets; `mlx5_ib` are the InfiniBand devices, and not the Ethernet one, which is Mellanox' too. */
const COMMON = { NCCL_SOCKET_IFNAME: "eth0", NCCL_IB_HCA: "mlx5_ib" };

/** @see edwardsp/azcluster AGENTS.md: without these UCX may choose a device that has no path to other nodes */
const INFINIBAND = { UCX_TLS: "rc", UCX_NET_DEVICES: "mlx5_ib0:1", NCCL_IB_QPS_PER_CONNECTION: "4" };

/** @see Azure/ai-infrastructure-on-azure @a01b073 infrastructure_validations/slurm/NCCL/configs/hopper.conf; its PXN is off for that test alone */
const HOPPER = {
  CUDA_DEVICE_ORDER: "PCI_BUS_ID",
  OMPI_MCA_coll_hcoll_enable: "0",
  NCCL_MIN_NCHANNELS: "32",
  NCCL_P2P_NET_CHUNKSIZE: "2097152",
};

/** @see Azure/ai-infrastructure-on-azure @a01b073 infrastructure_validations/slurm/NCCL/configs/graceblackwell.conf */
const RACK = {
  CUDA_DEVICE_ORDER: "PCI_BUS_ID",
  NCCL_MNNVL_ENABLE: "1",
  NCCL_NVLS_ENABLE: "1",
  NCCL_SHM_DISABLE: "1",
  NCCL_DMABUF_ENABLE: "1",
  NCCL_IB_SL: "1",
  NCCL_IB_QPS_PER_CONNECTION: "4",
  NCCL_NET_GDR_LEVEL: "PHB",
  NCCL_NET_GDR_C2C: "1",
  NCCL_P2P_NET_CHUNKSIZE: "2097152",
  UCX_NET_DEVICES: "mlx5_ib0:1",
};

/** Reduction in the switches. @see Azure/ai-infrastructure-on-azure @a01b073 infrastructure_validations/slurm/NCCL/configs/hopper.conf */
const SHARP = {
  NCCL_COLLNET_ENABLE: "1",
  SHARP_COLL_ENABLE_SAT: "1",
  SHARP_COLL_ENABLE_PCI_RELAXED_ORDERING: "1",
  SHARP_SMX_UCX_INTERFACE: "mlx5_ib0:1",
};

const isHopper = ({ accelerator }: InstanceType) => findAccelerator(accelerator ?? "")?.architecture === "Hopper";

/** Whether Microsoft publishes settings of SHARP for a size: those with H100 and H200. */
export const takesSharp = isHopper;

/** Environment of jobs on a size; the image's own /etc/nccl.conf has the topology file and relaxed ordering. */
export function fabricEnvironment(type: InstanceType, sharp: boolean): Record<string, string> {
  if (interconnectSpansNodes(type)) return { ...COMMON, ...RACK };
  return { ...COMMON, ...INFINIBAND, ...(isHopper(type) && HOPPER), ...(sharp && SHARP) };
}
