import { LinuxVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/linux-virtual-machine-scale-set";
import type { OrchestratedVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/orchestrated-virtual-machine-scale-set";
import { Construct } from "constructs";
import { findAccelerator } from "../../../catalog/accelerators";
import { findAzureSize } from "../../../catalog/azure/azure-sizes";
import { WarpformError } from "../../../errors";
import { requireProps } from "../../common/check-props";
import { checkovSkip } from "../../common/checkov";
import { placed } from "../../common/placed";
import { sizeOutside } from "../../common/pools/pool-problems";
import { flexibleScaleSet, scaleSetInterface, scaleSetNodes } from "../pools/flexible-scale-set";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { ADMINISTRATOR } from "../shared/admin-key";
import { describeAs } from "../shared/describe-as";
import { amdCheckScript, nvidiaCheckScript } from "./gpu-check";
import type { NodeFleetProps } from "./node-fleet-props";
import { NODE_FLEET } from "./node-fleet-table";

/** A pool's nodes as one scale set, which keeps their number: one InfiniBand partition where the pool has a fabric. */
export class NodeFleet extends Construct {
  public readonly scaleSet: OrchestratedVirtualMachineScaleSet | LinuxVirtualMachineScaleSet;

  constructor(scope: Construct, id: string, props: NodeFleetProps) {
    super(...placed(new.target, scope, id));
    const where = `NodeFleet "${this.node.path}"`;
    requireProps(where, NODE_FLEET, props);
    const { pool } = props;
    const { min, max } = pool.nodes;
    const size = props.size ?? max;
    if (size < min || size > max) {
      const message = sizeOutside(pool.nodes, size);
      throw new WarpformError(where, [{ code: "out-of-range", path: "size", message }]);
    }
    refusePartOfRack(where, pool, size);
    const check = gpuCheck(pool);
    pool.adoptBy("fleet", id, check === null ? {} : { healthChecked: true });
    if (check !== null) pool.addBootStep(check);
    this.scaleSet =
      pool.fabric?.orchestration === "uniform"
        ? this.uniform(pool, size)
        : flexibleScaleSet(this, "Resource", pool, size);
    describeAs(this, () => ({
      schedulers: [{ kind: "fleet", name: id, pool: pool.node.id, replaceUnhealthy: false, scaling: "fixed", size }],
    }));
  }

  private uniform(pool: GpuNodePool, instances: number): LinuxVirtualMachineScaleSet {
    const set = new LinuxVirtualMachineScaleSet(this, "Resource", {
      ...scaleSetNodes(pool),
      platformFaultDomainCount: 1,
      singlePlacementGroup: true,
      // the provider's default starts more machines than asked for, and with that a second set of partition members
      overprovision: false,
      sku: pool.definition.type.name,
      instances,
      customData: pool.customData,
      adminUsername: ADMINISTRATOR,
      disablePasswordAuthentication: true,
      adminSshKey: [{ username: ADMINISTRATOR, publicKey: pool.adminPublicKey }],
      networkInterface: [scaleSetInterface(pool)],
    });
    checkovSkip(
      set,
      "CKV_AZURE_97",
      "encryption at host is a feature of the subscription that must be registered first; disks are encrypted at rest without it",
    );
    return set;
  }
}

/** NVLink racks come whole; the pool's least and most nodes are whole racks already. */
function refusePartOfRack(where: string, { definition }: GpuNodePool, size: number): void {
  const { name } = definition.type;
  const rack = findAzureSize(name)?.rackNodes;
  if (!rack || size % rack === 0) return;
  const less = size - (size % rack);
  const message = `size of ${name} must be a multiple of ${rack}, whole racks, got ${size}; use ${less} or ${less + rack}`;
  throw new WarpformError(where, [{ code: "out-of-range", path: "size", message }]);
}

/** What a node checks of its GPUs; null without any. */
function gpuCheck({ instanceType: { accelerator, acceleratorCount } }: GpuNodePool): string | null {
  if (acceleratorCount === 0) return null;
  const amd = findAccelerator(accelerator ?? "")?.vendor === "amd";
  return amd ? amdCheckScript(acceleratorCount) : nvidiaCheckScript(acceleratorCount);
}
