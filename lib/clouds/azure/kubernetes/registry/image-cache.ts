import { ContainerRegistry } from "@cdktf/provider-azurerm/lib/container-registry";
import { ContainerRegistryCacheRule } from "@cdktf/provider-azurerm/lib/container-registry-cache-rule";
import { ContainerRegistryCredentialSet } from "@cdktf/provider-azurerm/lib/container-registry-credential-set";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { Construct } from "constructs";
import { checkovSkips } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { secretAddress } from "../../shared/secret-address";
import { cachedUpstreams } from "./image-mirror";
import type { PullThroughOptions, RegistryOptions } from "./registry-props";

/** Checks of Checkov that do not hold for a cache, and why. */
const SKIPS = {
  CKV_AZURE_139: "pulls need a token of Microsoft Entra ID; private endpoints need the Premium tier",
  CKV_AZURE_164: "signatures of upstream registries are not those of this one",
  CKV_AZURE_165: "it holds copies, which are pulled again",
  CKV_AZURE_166: "images are published by others",
  CKV_AZURE_167: "manifests without a tag may be those of an image that is pinned by its digest",
  CKV_AZURE_233: "it holds copies, which are pulled again",
  CKV_AZURE_237: "data endpoints need the Premium tier",
} as const;

export interface ImageCacheProps {
  readonly network: IClusterNetwork;
  readonly registry: RegistryOptions & { readonly pullThrough: PullThroughOptions };
  /** Object ID of the identity that nodes pull with. */
  readonly pulledBy: () => string;
}

/** A registry whose repositories fill themselves from public registries. */
export class ImageCache extends Construct {
  public readonly registry: ContainerRegistry;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ImageCacheProps,
  ) {
    super(scope, id);
    const { network, registry, pulledBy } = props;
    this.registry = new ContainerRegistry(this, "Resource", {
      ...network.place,
      name: registry.pullThrough.registryName,
      sku: "Standard",
      adminEnabled: false,
      anonymousPullEnabled: false,
    });
    checkovSkips(this.registry, SKIPS, []);
    const login = this.buildLogin();
    for (const [host, { folder }] of cachedUpstreams(registry)) {
      new ContainerRegistryCacheRule(this, folder, {
        name: `cache-${folder}`,
        containerRegistryId: this.registry.id,
        sourceRepo: `${host}/*`,
        targetRepo: `${folder}/*`,
        ...(host === "docker.io" && { credentialSetId: login!.id }),
      });
    }
    new RoleAssignment(this, "pull", {
      scope: this.registry.id,
      roleDefinitionName: "AcrPull",
      principalId: pulledBy(),
      principalType: "ServicePrincipal",
    });
  }

  /** The login of Docker Hub, which the registry reads from Key Vault by an identity of its own. */
  private buildLogin(): ContainerRegistryCredentialSet | undefined {
    const { dockerHubUsernameSecretId, dockerHubTokenSecretId } = this.props.registry.pullThrough;
    if (dockerHubUsernameSecretId === undefined || dockerHubTokenSecretId === undefined) return undefined;
    const login = new ContainerRegistryCredentialSet(this, "login", {
      name: "docker-hub",
      containerRegistryId: this.registry.id,
      loginServer: "docker.io",
      authenticationCredentials: {
        usernameSecretId: secretAddress(dockerHubUsernameSecretId),
        passwordSecretId: secretAddress(dockerHubTokenSecretId),
      },
      identity: { type: "SystemAssigned" },
    });
    const secrets = { username: dockerHubUsernameSecretId, token: dockerHubTokenSecretId };
    for (const [of, scope] of Object.entries(secrets)) {
      new RoleAssignment(this, `read-${of}`, {
        scope,
        roleDefinitionName: "Key Vault Secrets User",
        principalId: login.identity.principalId,
        principalType: "ServicePrincipal",
      });
    }
    return login;
  }
}
