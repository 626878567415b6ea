/** ECR repositories that fill themselves from public registries. */
export interface PullThroughOptions {
  /**
   * First folder of the repositories, lower case, 2 to 19 characters. Rules belong to the account and region: two clusters need two.
   * @default - name of the cluster
   */
  readonly prefix?: string;
  /**
   * ARNs of Secrets Manager secrets with a login (`username`, `accessToken`), by registry: `docker.io` and `ghcr.io`, which ECR
   * caches only with one. Their names begin with `ecr-pullthroughcache/`. Required for the registries that the cluster's images come from.
   * @default - none
   * @see https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache-creating-secret.html
   */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** Where images and charts come from instead of public registries. */
export interface RegistryOptions {
  /**
   * Prefix of a registry that has the images of all public ones below their host's name: with `registry.example.com/mirror`, pods take
   * `quay.io/kuberay/operator:v1.7.0` from `registry.example.com/mirror/quay.io/kuberay/operator:v1.7.0`. Nodes pull with their own
   * role (ECR) or without a login.
   * @default - none
   */
  readonly mirror?: string;
  /** Other prefixes by host, for mirrors that have one project per registry: `{ "docker.io": "harbor.example.com/hub" }`. @default - none */
  readonly mirrors?: Readonly<Record<string, string>>;
  /**
   * Creates rules for ECR's pull-through cache for docker.io, ghcr.io, quay.io, registry.k8s.io and public.ecr.aws, and repositories for the
   * images of nvcr.io, which ECR does not cache: copy those.
   * @default - none
   * @see https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html
   */
  readonly pullThrough?: PullThroughOptions;
  /**
   * Digests of images of the library's own chart (workloads, node agents, routers), by their names with tag, as `warpform images --json`
   * lists them: `{ "docker.io/library/python:3.13-slim": "sha256:…" }`. Pods then run these very contents, wherever they are pulled
   * from. Images of published charts are pinned by the charts' versions.
   * @default - tags alone
   */
  readonly digests?: Readonly<Record<string, string>>;
  /**
   * Repository with all published charts in the versions of the catalog, `oci://registry.example.com/charts` or `https://…`. Terraform reads it
   * where it runs, not the nodes.
   * @default - the public repository of each chart
   */
  readonly charts?: string;
}
