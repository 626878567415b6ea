import roles from "./data/roles.json";
import type { Finding } from "./finding";
import type { Impact } from "./impact";
import { judgeConfiguration } from "./judge-configuration";
import { judgeRelease } from "./judge-release";
import { judgeNodesInSubnet } from "./judge-subnet";
import { type ResourceChange, referencesOf } from "./plan";
import { doubtOf, onlyTags } from "./replacement";
import { isBlock, type StackResource, type TerraformStack } from "./terraform-stack";
import { called, some } from "./wording";

interface Role {
  readonly area: string;
  /** What goes with it. */
  readonly lost?: string;
  /** What is left of it. */
  readonly kept?: string;
}

const table: Readonly<Record<string, Role | undefined>> = roles;

function protectedFromDestroy({ block }: StackResource): boolean {
  return isBlock(block.lifecycle) && block.lifecycle.prevent_destroy === true;
}

function judgeData(change: ResourceChange, role: Role): Finding {
  const resource = (change.after ?? change.before)!;
  const because = change.because.map((path) => {
    const doubt = change.action === "may-replace" ? doubtOf(resource.type, path) : undefined;
    return doubt === undefined ? path : `${path}: ${doubt}`;
  });
  const reasons = because.length > 0 ? ` (because of ${some(because)})` : "";
  const kept = role.kept === undefined ? "" : `; what stays: ${role.kept}`;
  const guard =
    change.action === "destroy"
      ? protectedFromDestroy(resource)
        ? "; prevent_destroy goes with the block, so nothing stops the apply"
        : ""
      : change.after !== undefined && protectedFromDestroy(change.after)
        ? "; prevent_destroy makes the plan fail: undo the change, or move the data first"
        : "";
  const impact: Impact =
    change.action === "destroy"
      ? "data-destroyed"
      : change.action === "replace"
        ? "data-replaced"
        : "data-may-be-replaced";
  return { impact, says: `${called(resource)}: ${role.lost}${reasons}${kept}${guard}`, addresses: [change.address] };
}

const isHead = ({ path }: StackResource) => path.split("/").includes("head");

const STATE_VOLUMES = ["aws_ebs_volume", "azurerm_managed_disk"];

/** Whether the volume with the head's state stays. */
function stateKept(head: StackResource, changes: ReadonlyMap<string, ResourceChange>, now: TerraformStack): boolean {
  const site = head.path.split("/")[0];
  const volumes = [...now.resources.values()].filter(
    ({ type, path }) => STATE_VOLUMES.includes(type) && path.startsWith(`${site}/`),
  );
  const stays = ({ address }: StackResource) =>
    !["create", "replace", "may-replace"].includes(changes.get(address)?.action ?? "");
  return volumes.length > 0 && volumes.every(stays);
}

function judgeServer(
  change: ResourceChange,
  changes: ReadonlyMap<string, ResourceChange>,
  now: TerraformStack,
): Finding {
  const resource = (change.after ?? change.before)!;
  const what = isHead(resource) ? "the head node" : `server ${resource.path.replace(/\/Resource$/, "")}`;
  const because = change.because.length > 0 ? ` (because of ${some(change.because)})` : "";
  const addresses = [change.address];
  if (change.action === "restart") {
    const meanwhile = isHead(resource) ? "no job starts meanwhile, running ones continue" : "sessions on it end";
    return { impact: "head-restarted", says: `${what} stops and starts${because}: ${meanwhile}`, addresses };
  }
  if (change.action === "update") return { impact: "settings-changed", says: `${what}, while it runs`, addresses };
  if (!isHead(resource)) {
    return {
      impact: "nodes-replaced",
      says: `${what} is ${change.action === "destroy" ? "removed" : "replaced or may be"}${because}`,
      addresses,
    };
  }
  const state = stateKept(resource, changes, now)
    ? "its state volume is kept and attached to the new one: the queue and accounting survive"
    : "its state volume is NOT kept: the queue and accounting are lost";
  const impact = change.action === "may-replace" ? "head-may-be-replaced" : "head-replaced";
  return { impact, says: `${what}${because}; ${state}`, addresses };
}

function judgeTemplate(change: ResourceChange, now: TerraformStack): Finding {
  const resource = (change.after ?? change.before)!;
  const addresses = [change.address];
  const paths = [...new Set(change.attributes.map(({ path }) => path.replace(/\..*/, "")))];
  const users = [...now.resources.values()].filter(
    ({ type, block }) =>
      (type === "aws_autoscaling_group" || type === "aws_eks_node_group") &&
      referencesOf(block).some(({ address }) => address === change.address),
  );
  if (change.action === "destroy")
    return { impact: "fleet-changed", says: `${called(resource)} is gone: nothing starts from it any more`, addresses };
  const rolled = users.filter(
    ({ type, block }) => type === "aws_eks_node_group" || block.instance_refresh !== undefined,
  );
  const says = `${called(resource)}: ${some(paths)}`;
  return rolled.length > 0
    ? {
        impact: "nodes-replaced",
        says: `${says}; ${some(rolled.map(called))} replaces its nodes one after the other`,
        addresses,
      }
    : { impact: "nodes-at-next-launch", says, addresses };
}

/** How large or fast storage is. FSx for Lustre restarts or adds servers meanwhile; clients wait and go on. @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html */
const SIZES = [
  ...["storage_capacity", "per_unit_storage_throughput", "throughput_capacity", "size", "iops", "throughput"],
  ...["disk_size_gb", "size_in_tb", "storage_quota_in_gb", "quota"],
];

const SCALE = /^(desired_capacity|max_size|min_size|scaling_config|instances|node_count|min_count|max_count)/;

/** What makes AKS' provider replace the nodes of a pool in place, a temporary pool meanwhile. @see terraform-provider-azurerm@v4.55.0 internal/services/containers/kubernetes_cluster_node_pool_resource.go (cycleNodePoolProperties) */
const CYCLED =
  /^(fips_enabled|host_encryption_enabled|kubelet_config|kubelet_disk_type|linux_os_config|max_pods|node_public_ip_enabled|os_disk_size_gb|os_disk_type|pod_subnet_id|snapshot_id|ultra_ssd_enabled|vm_size|vnet_subnet_id|zones)\b/;

/** Scale sets of Azure as the library makes them: what runs keeps the model that it was made from. */
const SCALE_SETS = ["azurerm_linux_virtual_machine_scale_set", "azurerm_orchestrated_virtual_machine_scale_set"];

function judgeNodes(change: ResourceChange): Finding {
  const resource = (change.after ?? change.before)!;
  const addresses = [change.address];
  const paths = [...new Set(change.attributes.map(({ path }) => path))];
  if (change.action === "destroy")
    return {
      impact: "nodes-drained",
      says: `${called(resource)} is removed with its nodes: drain them first`,
      addresses,
    };
  if (change.action === "replace" || change.action === "may-replace") {
    const certain =
      change.action === "replace"
        ? "is replaced with its nodes"
        : "may be replaced with its nodes: no verified rule says it is not";
    return {
      impact: "nodes-replaced",
      says: `${called(resource)} ${certain} (because of ${some(change.because)})`,
      addresses,
    };
  }
  if (paths.every((path) => SCALE.test(path))) {
    const lowered = change.attributes.some(({ before, after }) => Number(after) < Number(before));
    const sizes = change.attributes.map(
      ({ path, before, after }) => `${path.split(".").at(-1)} ${before ?? "-"} to ${after ?? "-"}`,
    );
    const says = `${called(resource)}: ${sizes.join(", ")}`;
    return { impact: lowered ? "nodes-drained" : "scale", says, addresses };
  }
  const says = `${called(resource)}: ${some(paths)}`;
  if (SCALE_SETS.includes(resource.type)) return { impact: "nodes-at-next-launch", says, addresses };
  if (resource.type === "azurerm_kubernetes_cluster_node_pool" && paths.some((path) => CYCLED.test(path))) {
    const meanwhile = "its nodes move to a temporary pool and back, which needs quota for both";
    return { impact: "nodes-replaced", says: `${says}; ${meanwhile}`, addresses };
  }
  const rolls = paths.some((path) => /^(launch_template|version|release_version|template_body)/.test(path));
  return { impact: rolls ? "nodes-replaced" : "settings-changed", says, addresses };
}

function judgeArea(change: ResourceChange, area: string): Finding {
  const resource = (change.after ?? change.before)!;
  const paths = [...new Set(change.attributes.map(({ path }) => path))];
  const verb = {
    create: "is new",
    destroy: "is removed",
    replace: "is replaced",
    "may-replace": "changes, and may be replaced",
    restart: "changes",
    update: "changes",
  }[change.action];
  const says = `${called(resource)} ${verb}${paths.length > 0 ? `: ${some(paths)}` : ""}`;
  const addresses = [change.address];
  if (area === "network" && (change.action === "replace" || change.action === "destroy"))
    return { impact: "network-replaced", says, addresses };
  if (area === "programs") return { impact: "programs-restarted", says, addresses };
  if (area === "control-plane") return { impact: "control-plane-updated", says, addresses };
  if (area === "unknown") return { impact: "data-unknown", says, addresses };
  const plain = ["network", "security", "monitoring", "data-protection", "scale", "tags"].includes(area);
  return { impact: plain ? (area as Impact) : "unknown-resource", says, addresses };
}

/** What one change does, in the words of a cluster. */
export function judge(
  change: ResourceChange,
  changes: ReadonlyMap<string, ResourceChange>,
  now: TerraformStack,
  old: TerraformStack,
): readonly Finding[] {
  const resource = (change.after ?? change.before)!;
  const role = table[resource.type];
  const area = role?.area ?? "unknown";
  if (area === "configuration") return judgeConfiguration(change, old, now);
  if (change.action === "create") return [{ impact: "created", says: called(resource), addresses: [change.address] }];
  if (change.action === "update" && onlyTags(change.attributes)) {
    return [{ impact: "tags", says: called(resource), addresses: [change.address] }];
  }
  const losing = change.action === "destroy" || change.action === "replace" || change.action === "may-replace";
  if (role !== undefined && losing && (area === "data" || area === "control-plane")) return [judgeData(change, role)];
  if (area === "data") {
    const paths = change.attributes.map(({ path }) => path);
    const impact = paths.every((path) => SIZES.includes(path)) ? "storage-resized" : "data-protection";
    return [{ impact, says: `${called(resource)}, in place: ${some(paths)}`, addresses: [change.address] }];
  }
  if (area === "server") return [judgeServer(change, changes, now)];
  if (area === "template") return [judgeTemplate(change, now)];
  if (area === "nodes") return [judgeNodes(change)];
  if (area === "release") return judgeRelease(change, old, now);
  if (area === "attachment") return []; // follows its volume and its server
  return [judgeArea(change, area), ...judgeNodesInSubnet(change, changes, old)];
}
