import { join } from "node:path";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { StorageAccount } from "@cdktf/provider-azurerm/lib/storage-account";
import { StorageBlob } from "@cdktf/provider-azurerm/lib/storage-blob";
import { StorageContainer } from "@cdktf/provider-azurerm/lib/storage-container";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Fn, TerraformLocal } from "cdktf";
import { Construct } from "constructs";
import type { SiteFile, SiteRole } from "../../../slurm/files/site-files";
import { checkovSkip, checkovSkips } from "../../common/checkov";
import { programOf } from "../../common/program-text";
import { literal } from "../../common/terraform-text";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { CLOSED_ACCOUNT } from "../shared/storage-account";

const CONTAINER = "slurm";
/** What the head makes for nodes; the programs know it by this name (`containers-source`). */
const BUILT = "built";

/** Checks of Checkov that do not hold for the account, and why. */
const SKIPS = {
  CKV_AZURE_59:
    "Terraform writes the files from outside of the network, with a token of Microsoft Entra ID; they hold no secret",
  CKV_AZURE_206: "Terraform writes the files again",
  CKV_AZURE_33: "the account has no queues",
  CKV2_AZURE_33: "nodes reach it over a service endpoint",
  CKV2_AZURE_1: "files hold no secret, and are encrypted twice with keys of the platform",
  CKV2_AZURE_38: "Terraform writes the files again",
} as const;

export interface SiteStoreProps {
  readonly network: IClusterNetwork;
  readonly accountName: string;
  /** Whether the head keeps packages there that it has built. */
  readonly built: boolean;
  /** Address blocks that Terraform writes from; undefined for any. */
  readonly deployCidrs: readonly string[] | undefined;
}

/**
 * The container in which head and nodes find their files. Names stay the same when a file changes, so that neither head nor nodes are replaced; the
 * manifest tells what is new, by a digest that readers hold a file against.
 */
export class SiteStore extends Construct {
  public readonly account: StorageAccount;
  public readonly container: StorageContainer;
  /** Packages of containers, which the head has built; undefined without. */
  public readonly built?: StorageContainer;

  constructor(scope: Construct, id: string, props: SiteStoreProps) {
    super(scope, id);
    this.account = this.buildAccount(props);
    // its public address stays: Terraform writes the files from where it runs
    const linked = props.network.privateLink(this, "blob", this.account.id);
    checkovSkips(this.account, SKIPS, linked ? ["CKV2_AZURE_33"] : []);
    if (props.deployCidrs === undefined)
      checkovSkip(this.account, "CKV_AZURE_35", "no addresses were given that Terraform writes from");
    this.container = this.buildContainer("container", CONTAINER, "each node reads its manifest twice a minute");
    if (props.built) this.built = this.buildContainer("built", BUILT, "the head alone writes there");
  }

  /** Address of the container. */
  public get url(): string {
    return `${this.account.primaryBlobEndpoint}${CONTAINER}`;
  }

  /** Lets an identity read the files, and what was built. */
  public grantRead(id: string, identity: UserAssignedIdentity): void {
    this.grant(`read-${id}`, this.container, "Storage Blob Data Reader", identity);
    if (this.built) this.grant(`read-built-${id}`, this.built, "Storage Blob Data Reader", identity);
  }

  /** Lets the head read the files, and keep what it builds. */
  public grantHead(identity: UserAssignedIdentity): void {
    this.grant("read-head", this.container, "Storage Blob Data Reader", identity);
    if (this.built) this.grant("write-head", this.built, "Storage Blob Data Contributor", identity);
  }

  /** Adds the files and the manifest that lists them. */
  public addFiles(files: readonly SiteFile[]): void {
    const listed = files.map(({ key, path, mode, roles, bundle = false, text }) => {
      const local = new TerraformLocal(this, `text-${key.replaceAll("/", "-")}`, literal(text));
      this.blob(key, local.asString);
      return { key, path, mode, roles, bundle, sha256: Fn.sha256(local.asString) };
    });
    this.blob("manifest.json", `${JSON.stringify({ files: listed }, null, 1)}\n`);
  }

  /** The script that fetches the files of a role, and sets the node up by them. */
  public bootScript(role: SiteRole, clientId: string): string {
    return programOf(join(__dirname, "programs/boot"), "slurm-bootstrap.sh", {
      SITE: this.url,
      CLIENT_ID: clientId,
      ROLE: role,
    });
  }

  private grant(id: string, of: StorageContainer, roleDefinitionName: string, identity: UserAssignedIdentity): void {
    const { principalId } = identity;
    new RoleAssignment(this, id, { scope: of.id, roleDefinitionName, principalId, principalType: "ServicePrincipal" });
  }

  private buildContainer(id: string, name: string, unlogged: string): StorageContainer {
    const made = new StorageContainer(this, id, {
      name,
      storageAccountId: this.account.id,
      containerAccessType: "private",
    });
    checkovSkip(made, "CKV2_AZURE_21", unlogged);
    return made;
  }

  private blob(key: string, sourceContent: string): void {
    new StorageBlob(this, key.replaceAll("/", "-"), {
      name: key,
      storageAccountName: this.account.name,
      storageContainerName: this.container.name,
      type: "Block",
      contentType: "text/plain; charset=utf-8",
      sourceContent,
    });
  }

  private buildAccount({ network, accountName, deployCidrs }: SiteStoreProps): StorageAccount {
    return new StorageAccount(this, "Resource", {
      ...network.place,
      name: accountName,
      accountTier: "Standard",
      accountReplicationType: "LRS",
      accountKind: "StorageV2",
      ...CLOSED_ACCOUNT,
      sharedAccessKeyEnabled: false,
      defaultToOauthAuthentication: true,
      networkRules: {
        defaultAction: deployCidrs === undefined ? "Allow" : "Deny",
        bypass: ["AzureServices"],
        virtualNetworkSubnetIds: [network.computeSubnetId],
        ...(deployCidrs && { ipRules: [...deployCidrs] }),
      },
    });
  }
}
