import { FsxLustreFileSystem } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import { placed } from "../../../common/placed";
import type { PoolMount } from "../../shared/boot-step";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { checkPartId } from "../../shared/names";
import { DataKey } from "../data-key";
import { defineLustre, describeLustre, type LustreDefinition } from "./define-lustre";
import type { ILustreStorage, MountOptions } from "./i-lustre-storage";
import { lustreConfig } from "./lustre-config";
import { LustreDataRepositories } from "./lustre-data-repositories";
import { lustreMount } from "./lustre-mount";
import { LustreSecurityGroups } from "./lustre-security-groups";
import { importLustreStorage } from "./lustre-storage-import";
import type { LustreStorageAttributes, LustreStorageProps } from "./lustre-storage-props";
import { LUSTRE_STORAGE } from "./lustre-storage-table";
import { RootAccess } from "./root-access";

/**
 * A parallel file system for datasets and checkpoints: FSx for Lustre, in the zone of the nodes, encrypted with a key of its
 * own, open to the nodes that mount it and to nobody else, and protected from deletion.
 *
 * Nodes install the client at boot where their image lacks it. AWS publishes it for each kernel release by itself, so a
 * floating image can be ahead of it: Ubuntu 24.04's images have moved to kernels that may have none yet, Ubuntu 22.04's 6.8 and
 * Amazon Linux's kernels have one. A node without a client says so in its boot log and fails its health check.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html
 *
 * @example new LustreStorage(this, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 })
 */
export class LustreStorage extends Construct implements ILustreStorage {
  /** An existing file system. Nothing is created. */
  public static import(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
    return importLustreStorage(scope, id, attributes);
  }

  public readonly fileSystem: FsxLustreFileSystem;
  /** Every value of the file system with where it comes from. */
  public readonly definition: LustreDefinition;
  /** Group of the servers; undefined where one was given. */
  public readonly securityGroups?: LustreSecurityGroups;
  public readonly key?: DataKey;
  public readonly dataRepositories: LustreDataRepositories;
  private readonly props: LustreStorageProps;
  private readonly rootAccess: RootAccess;

  constructor(scope: Construct, id: string, props: LustreStorageProps) {
    super(...placed(new.target, scope, id));
    checkPartId("LustreStorage", this.node);
    this.definition = defineLustre(props, { path: this.node.path, id });
    this.props = props;
    const { network } = props;
    const { persistent, deletionProtected, dataRepositories: repositories } = this.definition;
    const tags = network.tagsFor(id);
    if (persistent && props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", { network, description: `file system ${id}`, name: id, deletionProtected });
    }
    if (props.securityGroupId === undefined) this.securityGroups = this.buildSecurityGroups();
    this.fileSystem = new FsxLustreFileSystem(this, "Resource", {
      ...lustreConfig(this.definition, props),
      subnetIds: [network.computeSubnetId],
      securityGroupIds: [props.securityGroupId ?? this.securityGroups!.serverGroup.id],
      kmsKeyId: persistent ? (props.kmsKeyArn ?? this.key?.arn) : undefined,
      tags,
      lifecycle: {
        ignoreChanges: ["copy_tags_to_backups"],
        ...(deletionProtected ? { preventDestroy: true } : {}),
      },
      // FSx refuses to create a file system whose group does not let the servers talk to one another yet.
      dependsOn: this.securityGroups && [...this.securityGroups.serverRules],
    });
    this.rootAccess = new RootAccess(this.fileSystem, props);
    if (!persistent) checkovSkip(this.fileSystem, "CKV_AWS_190", "FSx encrypts scratch file systems with its own key");
    const fileSystemId = this.fileSystem.id;
    this.dataRepositories = new LustreDataRepositories(this, "data-repositories", { fileSystemId, repositories, tags });
    describeAs(this, () => ({
      fileSystems: [describeLustre(this.definition, network.availabilityZone, this.rootAccess.squashed)],
      given: givenIn(LUSTRE_STORAGE, props),
    }));
  }

  public get efaEnabled(): boolean {
    return this.definition.efaEnabled;
  }

  public get capacityGiB(): number | null {
    return this.definition.capacityGiB;
  }

  public get name(): string {
    return this.node.id;
  }

  public get fileSystemId(): string {
    return this.fileSystem.id;
  }

  public get dnsName(): string {
    return this.fileSystem.dnsName;
  }

  public get mountName(): string {
    return this.fileSystem.mountName;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const target = {
      name: this.name,
      source: this,
      dnsName: this.dnsName,
      mountName: this.mountName,
      efaEnabled: this.efaEnabled,
      clientSecurityGroupId: this.securityGroups?.clientGroupId ?? this.props.clientSecurityGroupId,
      availabilityZones: [this.props.network.availabilityZone],
    };
    return { ...lustreMount(target, path, options), rootClients: this.rootAccess };
  }

  private buildSecurityGroups(): LustreSecurityGroups {
    const { network, fabric, clientSecurityGroupId } = this.props;
    return new LustreSecurityGroups(this, "security-groups", {
      network,
      name: this.node.id,
      efaEnabled: this.efaEnabled,
      fabricSecurityGroupId: fabric?.securityGroupId,
      clientSecurityGroupId,
    });
  }
}
