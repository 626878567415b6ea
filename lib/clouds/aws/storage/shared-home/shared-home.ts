import { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import { EfsBackupPolicy } from "@cdktf/provider-aws/lib/efs-backup-policy";
import { EfsFileSystem } from "@cdktf/provider-aws/lib/efs-file-system";
import { EfsFileSystemPolicy } from "@cdktf/provider-aws/lib/efs-file-system-policy";
import { EfsMountTarget } from "@cdktf/provider-aws/lib/efs-mount-target";
import { Construct } from "constructs";
import { UNSIZED } from "../../../../model/unsized-file-system";
import { checkovSkip } from "../../../common/checkov";
import { describeAs } from "../../../common/described";
import type { PoolMount } from "../../shared/boot-step";
import { checkPartId } from "../../shared/names";
import { policyDocument } from "../../shared/policy";
import { program } from "../../shared/program-text";
import { DataKey } from "../data-key";
import { fileSystemMount } from "../file-system-mount";
import type { MountOptions } from "../lustre/i-lustre-storage";
import { EFS_BACKUP_DAYS } from "./efs-backup-days";
import type { ISharedHome } from "./i-shared-home";
import { NfsSecurityGroups } from "./nfs-security-groups";
import { SharedHomeOpenZfs } from "./shared-home-openzfs";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import type { SharedHomeProps } from "./shared-home-props";
import { validateSharedHome } from "./shared-home-validation";

/** https://docs.aws.amazon.com/efs/latest/ug/network-access.html */
const NFS_PORTS = [{ ipProtocol: "tcp", fromPort: 2049, toPort: 2049 }] as const;

/** Home directories on Amazon EFS: encrypted at rest and on the way, backed up, protected from deletion. */
export class SharedHome extends Construct implements ISharedHome {
  /** Home directories on FSx for OpenZFS: lower latency for many small files, and a size to provision. */
  public static openZfs(scope: Construct, id: string, props: SharedHomeOpenZfsProps): SharedHomeOpenZfs {
    return new SharedHomeOpenZfs(scope, id, props);
  }

  public readonly fileSystem: EfsFileSystem;
  public readonly accessPoint: EfsAccessPoint;
  public readonly mountTargets: readonly EfsMountTarget[];
  public readonly securityGroups?: NfsSecurityGroups;
  public readonly key?: DataKey;
  private readonly props: SharedHomeProps;

  constructor(scope: Construct, id: string, props: SharedHomeProps) {
    super(scope, id);
    checkPartId("SharedHome", this.node);
    validateSharedHome(this.node.path, props);
    this.props = props;
    const { network } = props;
    const deletionProtected = props.deletionProtected ?? true;
    const days = props.infrequentAccessAfterDays ?? 30;
    if (props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", { network, description: `file system ${id}`, name: id, deletionProtected });
    }
    this.fileSystem = new EfsFileSystem(this, "Resource", {
      encrypted: true,
      kmsKeyId: props.kmsKeyArn ?? this.key?.arn,
      performanceMode: "generalPurpose",
      throughputMode: props.throughputMode ?? "elastic",
      provisionedThroughputInMibps: props.provisionedMiBps,
      lifecyclePolicy:
        days === 0
          ? []
          : [
              { transitionToIa: days === 1 ? "AFTER_1_DAY" : `AFTER_${days}_DAYS` },
              { transitionToPrimaryStorageClass: "AFTER_1_ACCESS" },
            ],
      tags: network.tagsFor(id),
      lifecycle: deletionProtected ? { preventDestroy: true } : undefined,
    });
    const fileSystemId = this.fileSystem.id;
    if (props.securityGroupId === undefined) {
      this.securityGroups = new NfsSecurityGroups(this, "security-groups", {
        network,
        name: id,
        ports: NFS_PORTS,
        clientSecurityGroupId: props.clientSecurityGroupId,
      });
    }
    const securityGroups = [props.securityGroupId ?? this.securityGroups!.serverGroup.id];
    this.mountTargets = (props.subnetIds ?? [network.computeSubnetId]).map(
      (subnetId, index) =>
        new EfsMountTarget(this, `mount-target-${index}`, { fileSystemId, subnetId, securityGroups }),
    );
    this.accessPoint = new EfsAccessPoint(this, "access-point", {
      fileSystemId,
      // No posixUser: everybody stays who they are.
      rootDirectory: {
        path: props.directory ?? "/home",
        creationInfo: { ownerUid: 0, ownerGid: 0, permissions: "755" },
      },
      tags: network.tagsFor(id),
    });
    checkovSkip(this.accessPoint, "CKV_AWS_330", "on a shared home everybody stays who they are");
    new EfsFileSystemPolicy(this, "policy", { fileSystemId, policy: this.policy() });
    new EfsBackupPolicy(this, "backup-policy", {
      fileSystemId,
      backupPolicy: { status: (props.backups ?? true) ? "ENABLED" : "DISABLED" },
    });
    this.describe(deletionProtected);
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const target = {
      name: this.name,
      source: this,
      clientSecurityGroupId: this.securityGroups?.clientGroupId ?? this.props.clientSecurityGroupId,
      availabilityZones: this.availabilityZones,
    };
    return {
      ...fileSystemMount(target, path, options, "mount-efs.sh", {
        FILE_SYSTEM: this.fileSystem.id,
        ACCESS_POINT: this.accessPoint.id,
      }),
      clientSteps: [{ name: "efs-client", phase: "mounts", text: program("efs-client.sh", {}) }],
    };
  }

  /** The network's zone; unknown where subnets were given. */
  private get availabilityZones(): readonly string[] {
    return this.props.subnetIds === undefined ? [this.props.network.availabilityZone] : [];
  }

  /** Whoever reaches a mount target may mount, but only over TLS; who reaches it is the security groups' business. */
  private policy(): string {
    const Resource = [this.fileSystem.arn];
    return policyDocument([
      {
        Sid: "from-mount-targets",
        Effect: "Allow",
        Principal: { AWS: "*" },
        Action: [
          "elasticfilesystem:ClientMount",
          "elasticfilesystem:ClientWrite",
          "elasticfilesystem:ClientRootAccess",
        ],
        Resource,
        Condition: { Bool: { "elasticfilesystem:AccessedViaMountTarget": "true" } },
      },
      {
        Sid: "tls-only",
        Effect: "Deny",
        Principal: { AWS: "*" },
        Action: ["*"],
        Resource,
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
  }

  private describe(deletionProtected: boolean): void {
    describeAs(this, () => ({
      fileSystems: [
        {
          name: this.name,
          kind: "efs",
          capacityGiB: null,
          ...UNSIZED,
          encrypted: true,
          deletionProtected,
          backupRetentionDays: (this.props.backups ?? true) ? EFS_BACKUP_DAYS : 0,
          dataRepositories: [],
          availabilityZones: this.availabilityZones,
          existing: false,
        },
      ],
    }));
  }
}
