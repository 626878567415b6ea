import { FsxOpenzfsFileSystem } from "@cdktf/provider-aws/lib/fsx-openzfs-file-system";
import { Construct } from "constructs";
import { placed } from "../../../common/placed";
import type { PoolMount } from "../../shared/boot-step";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { checkPartId } from "../../shared/names";
import { DataKey } from "../data-key";
import type { MountOptions } from "../lustre/i-lustre-storage";
import { defineOpenZfs, describeOpenZfs, type OpenZfsDefinition } from "./define-openzfs";
import type { ISharedHome } from "./i-shared-home";
import { nfsMount } from "./nfs-mount";
import { NfsSecurityGroups } from "./nfs-security-groups";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import { SHARED_HOME_OPENZFS } from "./shared-home-tables";

/** https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limit-access-security-groups.html */
const OPENZFS_PORTS = (["tcp", "udp"] as const).flatMap((ipProtocol) => [
  { ipProtocol, fromPort: 111, toPort: 111 },
  { ipProtocol, fromPort: 2049, toPort: 2049 },
  { ipProtocol, fromPort: 20001, toPort: 20003 },
]);

/** See `SharedHome.openZfs`. */
export class SharedHomeOpenZfs extends Construct implements ISharedHome {
  /** Every value of the file system with where it comes from. */
  public readonly definition: OpenZfsDefinition;
  public readonly fileSystem: FsxOpenzfsFileSystem;
  public readonly securityGroups?: NfsSecurityGroups;
  public readonly key?: DataKey;
  private readonly props: SharedHomeOpenZfsProps;

  constructor(scope: Construct, id: string, props: SharedHomeOpenZfsProps) {
    super(...placed(new.target, scope, id));
    checkPartId("SharedHome.openZfs", this.node);
    this.definition = defineOpenZfs(props, { path: this.node.path, id });
    this.props = props;
    const { network } = props;
    const { deletionProtected } = this.definition;
    if (props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", { network, description: `file system ${id}`, name: id, deletionProtected });
    }
    if (props.securityGroupId === undefined) {
      this.securityGroups = new NfsSecurityGroups(this, "security-groups", {
        network,
        name: id,
        ports: OPENZFS_PORTS,
        clientSecurityGroupId: props.clientSecurityGroupId,
      });
    }
    this.fileSystem = new FsxOpenzfsFileSystem(this, "Resource", {
      ...openZfsConfig(this.definition, network.vpcCidr),
      subnetIds: [network.computeSubnetId],
      securityGroupIds: [props.securityGroupId ?? this.securityGroups!.serverGroup.id],
      kmsKeyId: props.kmsKeyArn ?? this.key?.arn,
      tags: network.tagsFor(id),
      lifecycle: deletionProtected ? { preventDestroy: true } : undefined,
    });
    describeAs(this, () => ({
      fileSystems: [describeOpenZfs(this.definition)],
      given: givenIn(SHARED_HOME_OPENZFS, props),
    }));
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    return nfsMount(
      {
        name: this.name,
        source: this,
        server: this.fileSystem.dnsName,
        exportPath: "/fsx",
        version: "4.2",
        connections: 16,
        clientSecurityGroupId: this.securityGroups?.clientGroupId ?? this.props.clientSecurityGroupId,
        availabilityZones: [this.props.network.availabilityZone],
      },
      path,
      options,
    );
  }
}

/** What the provider is told of the file system itself. */
function openZfsConfig(of: OpenZfsDefinition, clients: string) {
  return {
    deploymentType: of.deploymentType,
    storageType: "SSD",
    storageCapacity: of.capacityGiB,
    throughputCapacity: of.throughputMBps,
    automaticBackupRetentionDays: of.backupRetentionDays,
    copyTagsToBackups: true,
    skipFinalBackup: of.backupRetentionDays === 0,
    rootVolumeConfiguration: {
      dataCompressionType: "LZ4",
      // Root makes the home directories, so it must stay root; who may mount is the security groups' business.
      nfsExports: { clientConfigurations: [{ clients, options: ["rw", "crossmnt", "no_root_squash"] }] },
    },
  };
}
