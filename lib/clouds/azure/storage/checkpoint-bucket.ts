import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { StorageAccount } from "@cdktf/provider-azurerm/lib/storage-account";
import { StorageContainer } from "@cdktf/provider-azurerm/lib/storage-container";
import { StorageContainerImmutabilityPolicy } from "@cdktf/provider-azurerm/lib/storage-container-immutability-policy";
import { StorageManagementPolicy } from "@cdktf/provider-azurerm/lib/storage-management-policy";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import { checkProps } from "../../common/check-props";
import { checkovSkip, checkovSkips } from "../../common/checkov";
import { lazyText } from "../../common/lazy-text";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import type { Grantee, MountOptions, PoolMount } from "../shared/mount";
import { CLOSED_ACCOUNT, inOneDataCenter, replicationIn } from "../shared/storage-account";
import { blobMount } from "./blob-mount";
import { checkBlobPath, checkGrantee } from "./check-bucket-calls";
import type { CheckpointBucketProps } from "./checkpoint-bucket-props";
import { CHECKPOINT_BUCKET, COOL_AFTER_DAYS, RESTORABLE_DAYS } from "./checkpoint-bucket-table";

/** Name of the one container of the account. */
const CONTAINER = "checkpoints";

const READS_ARE_MANY = "training reads every blob many times: a log of reads would be larger than what it is about";

/** Checks of Checkov that do not hold for the account, and why. */
const ACCOUNT_SKIPS = {
  CKV_AZURE_59: "network rules deny everybody but the subnet of the nodes, which reach it over a service endpoint",
  CKV_AZURE_206:
    "copies are in three zones of the Region of the nodes; a second Region doubles the price of checkpoints",
  CKV_AZURE_33: "the account has no queues",
  CKV2_AZURE_33: "nodes reach it over a service endpoint, which costs nothing per GB; a private endpoint does",
  CKV2_AZURE_1: "blobs are encrypted twice with keys of the platform; no key of a customer is asked for",
} as const;

/**
 * A storage account with one container for checkpoints and datasets: versions, soft deletion, a cooler tier for what is old. Keys of the
 * account are off: nodes use the identity of their pool, over the network's service endpoint, and nothing else in the world is let in.
 */
export class CheckpointBucket extends Construct {
  public readonly account: StorageAccount;
  public readonly container: StorageContainer;
  private writable = false;

  constructor(scope: Construct, id: string, props: CheckpointBucketProps) {
    super(...placed(new.target, scope, id));
    checkBucket(this.where, props);
    const { infrequentAccessAfterDays: coolAfter = COOL_AFTER_DAYS, immutableDays } = props;
    const { noncurrentDays = RESTORABLE_DAYS } = props;
    this.account = this.buildAccount(props, noncurrentDays);
    this.closeAccount(props);
    this.container = new StorageContainer(this, "container", {
      name: CONTAINER,
      storageAccountId: this.account.id,
      containerAccessType: "private",
      lifecycle: { preventDestroy: true },
    });
    checkovSkip(this.container, "CKV2_AZURE_21", READS_ARE_MANY);
    if (immutableDays !== undefined) this.keepBlobs(immutableDays);
    this.ageBlobs(coolAfter, noncurrentDays);
    describeAs(this, () => ({
      buckets: [
        {
          name: id,
          purpose: "checkpoints",
          writable: this.writable,
          versioned: true,
          encrypted: true,
          publicAccessBlocked: true,
          deletionProtected: true,
        },
      ],
    }));
  }

  /** Address of the container, for programs on nodes. */
  public get url(): string {
    return `${this.account.primaryBlobEndpoint}${CONTAINER}`;
  }

  /** Address below a path as it is known at synth, `https://<account>.blob.core.windows.net/checkpoints/…`. */
  public uri(path: string): string {
    checkBlobPath(this.where, path);
    return `https://${this.account.nameInput}.blob.core.windows.net/${CONTAINER}/${path}`;
  }

  /** Name of the account, by which Azure knows it. */
  public get bucketName(): string {
    return this.account.name;
  }

  /** Lets the nodes of a pool read what is in the container, and nothing else of the account. */
  public grantRead(pool: Grantee): void {
    this.assignAll(pool, "read", "Storage Blob Data Reader");
  }

  /** Lets the nodes of a pool read and write what is in the container, and nothing else of the account. */
  public grantReadWrite(pool: Grantee): void {
    this.writable = true;
    this.assignAll(pool, "grant", "Storage Blob Data Contributor");
  }

  /** The container as files at an absolute path of nodes, by blobfuse2. The nodes of a pool that mounts it may read, and write unless it is read-only. */
  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { where, account } = this;
    const of = {
      where,
      name: this.node.id,
      accountName: account.name,
      container: CONTAINER,
      endpoint: account.primaryBlobEndpoint,
    };
    const grantTo = (pool: Grantee) => (options.readOnly ? this.grantRead(pool) : this.grantReadWrite(pool));
    return { ...blobMount(of, path, options), grantTo };
  }

  private get where(): string {
    return `CheckpointBucket "${this.node.path}"`;
  }

  private assignAll(pool: Grantee, verb: string, roleDefinitionName: string): void {
    checkGrantee(this.where, pool);
    const { identities } = pool;
    if (identities === undefined) {
      // who starts a pool's nodes is known when the tree is finished
      this.assign(`${verb}-${pool.node.id}`, roleDefinitionName, () => pool.identity);
      return;
    }
    for (const [name, identity] of Object.entries(identities))
      this.assign(`${verb}-${name}`, roleDefinitionName, () => identity);
  }

  private assign(id: string, roleDefinitionName: string, identity: () => UserAssignedIdentity): void {
    // a pool that mounts it may be let to it by hand too
    if (this.node.tryFindChild(id)) return;
    new RoleAssignment(this, id, {
      scope: this.container.id,
      roleDefinitionName,
      principalId: lazyText(() => identity().principalId),
      principalType: "ServicePrincipal",
    });
  }

  private ageBlobs(coolAfter: number, noncurrentDays: number): void {
    new StorageManagementPolicy(this, "lifecycle", {
      storageAccountId: this.account.id,
      rule: [
        {
          name: "age",
          enabled: true,
          filters: { blobTypes: ["blockBlob"] },
          actions: {
            baseBlob: { tierToCoolAfterDaysSinceModificationGreaterThan: coolAfter },
            version: { deleteAfterDaysSinceCreation: noncurrentDays },
          },
        },
      ],
    });
  }

  /** Where the network has private endpoints, nothing else leads to the account. */
  private closeAccount({ network, customerKey }: CheckpointBucketProps): void {
    const linked = network.privateLink(this, "blob", this.account.id);
    if (linked) this.account.publicNetworkAccessEnabled = false;
    const held = [...(linked ? ["CKV_AZURE_59", "CKV2_AZURE_33"] : []), ...(customerKey ? ["CKV2_AZURE_1"] : [])];
    checkovSkips(this.account, { ...ACCOUNT_SKIPS, ...inOneDataCenter(network.availabilityZone) }, held);
  }

  private keepBlobs(days: number): void {
    new StorageContainerImmutabilityPolicy(this, "immutability", {
      storageContainerResourceManagerId: this.container.id,
      immutabilityPeriodInDays: days,
    });
  }

  private buildAccount(props: CheckpointBucketProps, days: number): StorageAccount {
    const { network, accountName: name, customerKey } = props;
    return new StorageAccount(this, "Resource", {
      ...network.place,
      name,
      accountTier: "Standard",
      accountReplicationType: replicationIn(network.availabilityZone),
      accountKind: "StorageV2",
      ...CLOSED_ACCOUNT,
      sharedAccessKeyEnabled: false,
      blobProperties: {
        versioningEnabled: true,
        deleteRetentionPolicy: { days },
        containerDeleteRetentionPolicy: { days },
      },
      networkRules: {
        defaultAction: "Deny",
        bypass: ["AzureServices"],
        virtualNetworkSubnetIds: [network.computeSubnetId],
      },
      ...(customerKey && {
        customerManagedKey: { ...customerKey },
        identity: { type: "UserAssigned", identityIds: [customerKey.userAssignedIdentityId] },
      }),
      lifecycle: { preventDestroy: true },
    });
  }
}

function checkBucket(where: string, props: CheckpointBucketProps): void {
  const problems = checkProps(where, CHECKPOINT_BUCKET, props);
  const { immutableDays, noncurrentDays = RESTORABLE_DAYS } = props;
  if (immutableDays !== undefined && immutableDays > noncurrentDays) {
    const message = `immutableDays must be at most noncurrentDays (${noncurrentDays}), after which versions are deleted, got ${immutableDays}; raise noncurrentDays`;
    problems.add("conflict", "immutableDays", message);
  }
  problems.throwIfAny(where);
}
