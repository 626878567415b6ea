/** An Azure Container Registry that fills itself from public registries. */
export interface PullThroughOptions {
  /** Name of the registry, 5 to 50 letters and digits, unique in all of Azure. */
  readonly registryName: string;
  /**
   * Resource ID of the Key Vault secret with the name of an account of Docker Hub, whose images the registry caches only with a login.
   * @default - images of docker.io come from Docker Hub
   */
  readonly dockerHubUsernameSecretId?: string;
  /** Resource ID of the Key Vault secret with an access token of that account. @default - required with dockerHubUsernameSecretId */
  readonly dockerHubTokenSecretId?: string;
}

/** Where images of public registries come from. */
export interface RegistryOptions {
  /**
   * Creates a registry that caches quay.io, registry.k8s.io, ghcr.io and public.ecr.aws on the first pull; and docker.io with a login. Images of
   * nvcr.io come from NVIDIA, since the registry does not cache it.
   * @default - none
   * @see https://learn.microsoft.com/azure/container-registry/artifact-cache-overview
   */
  readonly pullThrough?: PullThroughOptions;
  /** Mirrors of yours by registry, `{ "nvcr.io": "mirror.azurecr.io/nvcr.io" }`, which win over the cache. Nodes must be able to pull from them. @default - none */
  readonly mirrors?: Readonly<Record<string, string>>;
}
