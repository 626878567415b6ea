import { KubernetesCluster } from "@cdktf/provider-azurerm/lib/kubernetes-cluster";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { formatCidr, parseCidr } from "../../../../units/cidr";
import { checkovSkip } from "../../../common/checkov";
import { isToken } from "../../../common/terraform-text";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { clientConfig } from "../../shared/client-config";
import { zonesOf } from "../../shared/names";
import type { RayValues, Upgrades } from "../define-ray-cluster";
import { MAX_PODS } from "../writers/aks-nodes";

/** Disk of a system node, GiB. */
export const SYSTEM_ROOT_GIB = 128;

/** Checks of Checkov that do not hold, and why. */
const SKIPS = {
  CKV_AZURE_4: "Prometheus and Grafana run in the cluster; Container insights bills by the GB",
  CKV_AZURE_116: "policies of the subscription are its owner's; namespaces enforce Pod Security",
  CKV_AZURE_117: "disks are encrypted with keys of the platform; no key of a customer is asked for",
  CKV_AZURE_226: "sizes of the Dasv5 series have no local disk for the operating system",
  CKV_AZURE_227:
    "encryption at host is a feature of the subscription that must be registered first; disks are encrypted at rest without it",
  CKV_AZURE_232: "controllers and Ray heads run on the system nodes, which GPU pools keep them from by a taint",
} as const;

export interface AksClusterProps {
  readonly network: IClusterNetwork;
  readonly name: string;
  readonly of: RayValues;
}

/** The control plane of AKS with its system nodes, who it is in Azure, and who may do what in it. */
export class AksCluster extends Construct {
  public readonly cluster: KubernetesCluster;
  /** Whom the control plane acts as: it joins nodes and load balancers to the subnet. */
  public readonly identity: UserAssignedIdentity;
  /** The right of whoever applies to install charts. */
  public readonly access: RoleAssignment;

  constructor(scope: Construct, id: string, props: AksClusterProps) {
    super(scope, id);
    const { network, name } = props;
    this.identity = new UserAssignedIdentity(this, "identity", { ...network.place, name: `${name}-aks` });
    const joins = new RoleAssignment(this, "subnet", {
      scope: network.computeSubnetId,
      roleDefinitionName: "Network Contributor",
      principalId: this.identity.principalId,
      principalType: "ServicePrincipal",
    });
    this.cluster = this.buildCluster(props, joins);
    this.access = new RoleAssignment(this, "administrator", {
      scope: this.cluster.id,
      roleDefinitionName: "Azure Kubernetes Service RBAC Cluster Admin",
      principalId: clientConfig(this).objectId,
    });
  }

  private buildCluster({ network, name, of }: AksClusterProps, joins: RoleAssignment): KubernetesCluster {
    const isPrivate = of.publicEndpointCidrs.length === 0;
    const cluster = new KubernetesCluster(this, "Resource", {
      ...network.place,
      name,
      dnsPrefix: name,
      ...nodeGroup(network, name),
      kubernetesVersion: of.kubernetesVersion ?? undefined,
      skuTier: "Standard",
      oidcIssuerEnabled: true,
      workloadIdentityEnabled: true,
      localAccountDisabled: true,
      roleBasedAccessControlEnabled: true,
      azureActiveDirectoryRoleBasedAccessControl: {
        azureRbacEnabled: true,
        adminGroupObjectIds: [...of.administratorGroupIds],
      },
      privateClusterEnabled: isPrivate,
      ...(isPrivate ? {} : { apiServerAccessProfile: { authorizedIpRanges: [...of.publicEndpointCidrs] } }),
      identity: { type: "UserAssigned", identityIds: [this.identity.id] },
      defaultNodePool: systemPool(network, of),
      networkProfile: addresses(of),
      // pods read Key Vault by the Secrets Store CSI driver, with an identity of their own
      keyVaultSecretsProvider: { secretRotationEnabled: true },
      ...(of.upgrades === null ? NO_UPGRADES : upgradesOf(of.upgrades)),
      dependsOn: [joins],
    });
    if (of.provisioner === "karpenter") provisionNodes(cluster);
    for (const [check, reason] of Object.entries(SKIPS)) checkovSkip(cluster, check as keyof typeof SKIPS, reason);
    if (of.upgrades === null)
      checkovSkip(
        cluster,
        "CKV_AZURE_171",
        "updates drain nodes that train: they are started by hand unless upgrades says when",
      );
    if (!isPrivate) checkovSkip(cluster, "CKV_AZURE_115", "the API is open to the blocks of publicEndpointCidrs alone");
    return cluster;
  }
}

/**
 * Releases of azurerm that know node auto-provisioning; the bindings are of 4.55, whose version they would pin.
 * @see https://github.com/hashicorp/terraform-provider-azurerm/blob/v4.81.0/CHANGELOG.md (4.57.0)
 */
const PROVISIONS_NODES = "~> 4.57";

/** Turns node auto-provisioning on, without the node pools that AKS makes of its own accord: Karpenter launches what the pools say and nothing else. */
function provisionNodes(cluster: KubernetesCluster): void {
  cluster.addOverride("node_provisioning_profile", [{ mode: "Auto", default_node_pools: "None" }]);
  TerraformStack.of(cluster).addOverride("terraform.required_providers.azurerm.version", PROVISIONS_NODES);
}

/** Most characters of the group that AKS makes for a cluster's nodes, which it names by group, cluster and Region. @see https://aka.ms/aks-naming-rules */
const MOST_GROUP = 80;

/** A name of that group where AKS' own would be refused; it cannot be changed, so that clusters keep the one they have. */
function nodeGroup({ clusterName, place }: IClusterNetwork, name: string): { nodeResourceGroup?: string } {
  const { resourceGroupName, location } = place;
  // a group that the network makes has the name of the cluster
  const group = isToken(resourceGroupName) ? clusterName : resourceGroupName;
  const usual = `MC_${group}_${name}_${location}`;
  return usual.length <= MOST_GROUP ? {} : { nodeResourceGroup: `${name}-${location}-nodes` };
}

const NO_UPGRADES = { nodeOsUpgradeChannel: "None" } as const;

function systemPool(network: IClusterNetwork, of: RayValues) {
  const { systemNodes, maxSystemNodes } = of;
  return {
    name: SYSTEM_POOL,
    vmSize: of.systemInstanceType,
    ...(maxSystemNodes > systemNodes
      ? { autoScalingEnabled: true, minCount: systemNodes, maxCount: maxSystemNodes }
      : { nodeCount: systemNodes }),
    maxPods: MAX_PODS,
    osDiskSizeGb: SYSTEM_ROOT_GIB,
    vnetSubnetId: network.computeSubnetId,
    zones: zonesOf(network.availabilityZone),
    nodeLabels: { [POOL_LABEL]: SYSTEM_POOL },
    // a change of size makes this pool first, and not a new cluster
    temporaryNameForRotation: "systemnext",
    upgradeSettings: { maxSurge: "33%" },
    tags: network.tags,
  };
}

/**
 * Blocks of policies are no nodes and pods to Cilium. Workloads need none of them: pods find one another by selectors, and clients of load balancers
 * come with their own addresses, since their Services have `externalTrafficPolicy: Local`.
 * @see https://learn.microsoft.com/azure/aks/azure-cni-powered-by-cilium#limitations
 */
const CILIUM = { networkPolicy: "cilium", networkDataPlane: "cilium" } as const;

/** Pods have addresses of their own, and policies hold between them; what leaves goes through the network's NAT gateway. */
function addresses({ podCidr, serviceCidr, provisioner }: RayValues) {
  const services = parseCidr(serviceCidr)!;
  return {
    networkPlugin: "azure",
    networkPluginMode: "overlay",
    // node auto-provisioning excludes Calico. @see https://learn.microsoft.com/azure/aks/node-auto-provisioning-networking
    ...(provisioner === "karpenter" ? CILIUM : { networkPolicy: "calico" }),
    loadBalancerSku: "standard",
    outboundType: "userAssignedNATGateway",
    podCidr,
    serviceCidr,
    dnsServiceIp: formatCidr({ base: services.base + 10, prefix: 32 }).split("/")[0]!,
  };
}

/** AKS takes windows by their days and hours; those of images have one of their own. */
function upgradesOf({ channel, day, hour, hours }: Upgrades) {
  const window = {
    frequency: "Weekly",
    interval: 1,
    dayOfWeek: day,
    startTime: `${String(hour).padStart(2, "0")}:00`,
    utcOffset: "+00:00",
    duration: hours,
  };
  return {
    ...(channel === "node-image" ? {} : { automaticUpgradeChannel: channel, maintenanceWindowAutoUpgrade: window }),
    nodeOsUpgradeChannel: "NodeImage",
    maintenanceWindowNodeOs: window,
  };
}
