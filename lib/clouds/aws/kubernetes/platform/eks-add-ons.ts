import { DataAwsEksAddonVersion } from "@cdktf/provider-aws/lib/data-aws-eks-addon-version";
import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type EksAddOn, eksAddOn, eksAddOns } from "../../../../catalog/eks";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { PolicyStatement } from "../../shared/policy";
import { PodIdentityRole } from "./pod-identity-role";

/** Driver of buckets as folders. */
export const MOUNTPOINT = "aws-mountpoint-s3-csi-driver";

export interface EksAddOnsProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** What the names of roles start with. */
  readonly roleNamePrefix: string;
  readonly kubernetesVersion: string;
  /** Names that are left out: drivers of storage that nobody uses. */
  readonly without: readonly string[];
  /** Versions instead of the catalog's, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** What Mountpoint may do: with the buckets that are mounted. */
  readonly bucketStatements: readonly PolicyStatement[];
  readonly permissionsBoundaryArn?: string;
}

/**
 * Rights of an add-on's pods: service account, and AWS managed policy where there is one for it. The others need none.
 * @see awslabs/mountpoint-s3-csi-driver docs/CONFIGURATION.md (`s3-csi-driver-sa`)
 */
const RIGHTS: Readonly<Record<string, { readonly serviceAccount: string; readonly policyArn?: string }>> = {
  "vpc-cni": { serviceAccount: "aws-node", policyArn: "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy" },
  "aws-ebs-csi-driver": {
    serviceAccount: "ebs-csi-controller-sa",
    policyArn: "arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy",
  },
  [MOUNTPOINT]: { serviceAccount: "s3-csi-driver-sa" },
};

const TOLERATE_ALL = [{ operator: "Exists" }];

/** Settings of an add-on, as its configuration schema has them. */
const CONFIGURATION: Readonly<Record<string, unknown>> = {
  "vpc-cni": {
    // sixteen addresses at once instead of one by one: 250 pods on a node with a single interface
    env: { ENABLE_PREFIX_DELEGATION: "true", WARM_PREFIX_TARGET: "1" },
    enableNetworkPolicy: "true",
  },
  "aws-fsx-csi-driver": { node: { tolerations: TOLERATE_ALL } },
  "aws-ebs-csi-driver": { node: { tolerateAllTaints: true }, defaultStorageClass: { enabled: true } },
  [MOUNTPOINT]: { node: { tolerateAllTaints: true } },
  // without the toleration its DCGM server stays off GPU nodes and no GPU is ever repaired
  "eks-node-monitoring-agent": { dcgmAgent: { tolerations: TOLERATE_ALL } },
};

/** EKS' own add-ons: those that nodes need to become Ready, and those that need nodes to run on. */
export class EksAddOns extends Construct {
  public readonly beforeNodes: readonly EksAddon[];
  private readonly props: EksAddOnsProps;

  constructor(scope: Construct, id: string, props: EksAddOnsProps) {
    super(scope, id);
    this.props = props;
    this.beforeNodes = eksAddOns()
      .filter(({ beforeNodes }) => beforeNodes)
      .map((row) => this.addOn(row, []));
  }

  /** Installs the add-ons that run on nodes. */
  public afterNodes(nodes: ITerraformDependable[]): EksAddon[] {
    return eksAddOns()
      .filter(({ beforeNodes, name }) => !beforeNodes && !this.props.without.includes(name))
      .map((row) => this.addOn(row, nodes));
  }

  private addOn({ name }: EksAddOn, dependsOn: ITerraformDependable[]): EksAddon {
    const { network, eksClusterName, kubernetesVersion, versions } = this.props;
    const rights = RIGHTS[name];
    const role = rights
      ? new PodIdentityRole(this, `${name}-role`, {
          network,
          eksClusterName,
          // a role's name ends at 64 letters
          name: `${this.props.roleNamePrefix}-${name.replace("aws-mountpoint-", "")}`,
          managedPolicyArns: rights.policyArn === undefined ? [] : [rights.policyArn],
          permissionsBoundaryArn: this.props.permissionsBoundaryArn,
        })
      : undefined;
    if (name === MOUNTPOINT) role?.grant(...this.props.bucketStatements);
    const configuration = CONFIGURATION[name];
    return new EksAddon(this, name, {
      clusterName: eksClusterName,
      addonName: name,
      addonVersion:
        versions[name] ??
        eksAddOn(name).versions[kubernetesVersion]?.version ??
        new DataAwsEksAddonVersion(this, `${name}-version`, { addonName: name, kubernetesVersion }).version,
      configurationValues: configuration ? JSON.stringify(configuration) : undefined,
      podIdentityAssociation: role ? [{ roleArn: role.role.arn, serviceAccount: rights!.serviceAccount }] : undefined,
      resolveConflictsOnCreate: "OVERWRITE",
      resolveConflictsOnUpdate: "OVERWRITE",
      tags: network.tagsFor(name),
      // its pods use their rights as soon as they run
      dependsOn: [...dependsOn, ...(role?.resources ?? [])],
    });
  }
}
