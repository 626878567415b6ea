import type { InstanceType } from "../../../catalog/types";

/** Whether NVLink joins the GPUs of several VMs of a size: GB200 and GB300. */
export const isOfRack = ({ interconnect, acceleratorCount }: InstanceType): boolean =>
  (interconnect?.accelerators ?? 0) > acceleratorCount;
