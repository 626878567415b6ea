import { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import { EfsBackupPolicy } from "@cdktf/provider-aws/lib/efs-backup-policy";
import { EfsFileSystem } from "@cdktf/provider-aws/lib/efs-file-system";
import { EfsFileSystemPolicy } from "@cdktf/provider-aws/lib/efs-file-system-policy";
import { EfsMountTarget } from "@cdktf/provider-aws/lib/efs-mount-target";
import { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import { placed } from "../../../common/placed";
import type { PoolMount } from "../../shared/boot-step";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { checkPartId } from "../../shared/names";
import { policyDocument } from "../../shared/policy";
import { program } from "../../shared/program-text";
import { DataKey } from "../data-key";
import { fileSystemMount } from "../file-system-mount";
import type { MountOptions } from "../lustre/i-lustre-storage";
import { defineEfs, describeEfs, type EfsDefinition } from "./define-efs";
import type { ISharedHome } from "./i-shared-home";
import { NfsSecurityGroups } from "./nfs-security-groups";
import { SharedHomeOpenZfs } from "./shared-home-openzfs";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import type { SharedHomeProps } from "./shared-home-props";
import { SHARED_HOME } from "./shared-home-tables";

/** https://docs.aws.amazon.com/efs/latest/ug/network-access.html */
const NFS_PORTS = [{ ipProtocol: "tcp", fromPort: 2049, toPort: 2049 }] as const;

/** Home directories on Amazon EFS: encrypted at rest and on the way, backed up, protected from deletion. */
export class SharedHome extends Construct implements ISharedHome {
  /** Home directories on FSx for OpenZFS: lower latency for many small files, and a size to provision. */
  public static openZfs(scope: Construct, id: string, props: SharedHomeOpenZfsProps): SharedHomeOpenZfs {
    return new SharedHomeOpenZfs(scope, id, props);
  }

  /** Every value of the file system with where it comes from. */
  public readonly definition: EfsDefinition;
  public readonly fileSystem: EfsFileSystem;
  public readonly accessPoint: EfsAccessPoint;
  public readonly mountTargets: readonly EfsMountTarget[];
  public readonly securityGroups?: NfsSecurityGroups;
  public readonly key?: DataKey;
  private readonly props: SharedHomeProps;

  constructor(scope: Construct, id: string, props: SharedHomeProps) {
    super(...placed(new.target, scope, id));
    checkPartId("SharedHome", this.node);
    this.definition = defineEfs(props, { path: this.node.path, id });
    this.props = props;
    const { network } = props;
    const { deletionProtected, subnetIds, backupRetentionDays } = this.definition;
    if (props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", { network, description: `file system ${id}`, name: id, deletionProtected });
    }
    this.fileSystem = this.buildFileSystem(props.kmsKeyArn ?? this.key?.arn);
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
    this.mountTargets = subnetIds.map(
      (subnetId, index) =>
        new EfsMountTarget(this, `mount-target-${index}`, { fileSystemId, subnetId, securityGroups }),
    );
    this.accessPoint = this.buildAccessPoint(fileSystemId);
    new EfsFileSystemPolicy(this, "policy", { fileSystemId, policy: this.policy() });
    const status = backupRetentionDays > 0 ? "ENABLED" : "DISABLED";
    new EfsBackupPolicy(this, "backup-policy", { fileSystemId, backupPolicy: { status } });
    describeAs(this, () => ({ fileSystems: [describeEfs(this.definition)], given: givenIn(SHARED_HOME, props) }));
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const target = {
      name: this.name,
      source: this,
      clientSecurityGroupId: this.securityGroups?.clientGroupId ?? this.props.clientSecurityGroupId,
      availabilityZones: this.definition.availabilityZones,
    };
    return {
      ...fileSystemMount(target, path, options, "mount-efs.sh", {
        FILE_SYSTEM: this.fileSystem.id,
        ACCESS_POINT: this.accessPoint.id,
      }),
      clientSteps: [{ name: "efs-client", phase: "mounts", text: program("efs-client.sh", {}) }],
    };
  }

  private buildFileSystem(kmsKeyId: string | undefined): EfsFileSystem {
    const {
      name,
      throughputMode,
      provisionedMiBps,
      infrequentAccessAfterDays: days,
      deletionProtected,
    } = this.definition;
    return new EfsFileSystem(this, "Resource", {
      encrypted: true,
      kmsKeyId,
      performanceMode: "generalPurpose",
      throughputMode,
      provisionedThroughputInMibps: provisionedMiBps ?? undefined,
      lifecyclePolicy:
        days === null
          ? []
          : [
              { transitionToIa: days === 1 ? "AFTER_1_DAY" : `AFTER_${days}_DAYS` },
              { transitionToPrimaryStorageClass: "AFTER_1_ACCESS" },
            ],
      tags: this.props.network.tagsFor(name),
      lifecycle: deletionProtected ? { preventDestroy: true } : undefined,
    });
  }

  private buildAccessPoint(fileSystemId: string): EfsAccessPoint {
    const accessPoint = new EfsAccessPoint(this, "access-point", {
      fileSystemId,
      // No posixUser: everybody stays who they are.
      rootDirectory: {
        path: this.definition.directory,
        creationInfo: { ownerUid: 0, ownerGid: 0, permissions: "755" },
      },
      tags: this.props.network.tagsFor(this.name),
    });
    checkovSkip(accessPoint, "CKV_AWS_330", "on a shared home everybody stays who they are");
    return accessPoint;
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
}
