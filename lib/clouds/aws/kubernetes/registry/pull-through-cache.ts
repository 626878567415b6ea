import { EcrPullThroughCacheRule } from "@cdktf/provider-aws/lib/ecr-pull-through-cache-rule";
import { EcrRepository } from "@cdktf/provider-aws/lib/ecr-repository";
import { Construct } from "constructs";
import { registryOf } from "../../../../kubernetes/chart/image-mirror";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { PolicyStatement } from "../../shared/policy";

/** A registry that ECR caches. */
interface Upstream {
  /** Folder of its repositories. */
  readonly folder: string;
  /** What ECR's rules call it. */
  readonly url: string;
  /** Whether ECR wants a login. */
  readonly login: boolean;
}

/** @see https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html (read 2026-11-23); nvcr.io is not among them */
export const UPSTREAMS: Readonly<Record<string, Upstream>> = {
  "docker.io": { folder: "docker-hub", url: "registry-1.docker.io", login: true },
  "ghcr.io": { folder: "github", url: "ghcr.io", login: true },
  "public.ecr.aws": { folder: "ecr-public", url: "public.ecr.aws", login: false },
  "quay.io": { folder: "quay", url: "quay.io", login: false },
  "registry.k8s.io": { folder: "kubernetes", url: "registry.k8s.io", login: false },
};

/** Images that are copied, since ECR does not cache their registry. */
export const COPIED_REGISTRY = "nvcr.io";

export interface PullThroughCacheProps {
  readonly network: IClusterNetwork;
  readonly prefix: string;
  /** ARN of a login's secret by host. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Hosts that have a mirror of their own. */
  readonly without: readonly string[];
}

/** Rules with which ECR fills repositories of this account from public registries. */
export class PullThroughCache extends Construct {
  private readonly rules: readonly EcrPullThroughCacheRule[];
  private readonly repositories = new Map<string, EcrRepository>();

  constructor(
    scope: Construct,
    id: string,
    private readonly props: PullThroughCacheProps,
  ) {
    super(scope, id);
    const { prefix, credentials, without } = props;
    this.rules = Object.entries(UPSTREAMS)
      .filter(([host, { login }]) => !without.includes(host) && (!login || credentials[host] !== undefined))
      .map(
        ([host, { folder, url, login }]) =>
          new EcrPullThroughCacheRule(this, folder, {
            ecrRepositoryPrefix: `${prefix}/${folder}`,
            upstreamRegistryUrl: url,
            credentialArn: login ? credentials[host] : undefined,
          }),
      );
  }

  /** The account whose registry it is. */
  public get accountId(): string {
    return this.rules[0]!.registryId;
  }

  /** What nodes may do, so that a first pull makes the repository. */
  public get nodeStatements(): PolicyStatement[] {
    const { prefix, network } = this.props;
    return [
      {
        Sid: "PullThroughCache",
        Effect: "Allow",
        Action: ["ecr:BatchImportUpstreamImage", "ecr:CreateRepository"],
        Resource: [`arn:aws:ecr:${network.region}:${this.accountId}:repository/${prefix}/*`],
      },
    ];
  }

  /** A repository for each image that ECR does not fill by itself. */
  public repositoriesFor(images: readonly string[]): void {
    const { prefix, network, without } = this.props;
    for (const image of images) {
      if (registryOf(image) !== COPIED_REGISTRY || without.includes(COPIED_REGISTRY)) continue;
      const path = image.replace(/(@|:[^/:]+$).*$/, "");
      if (this.repositories.has(path)) continue;
      const id = path.replaceAll(/[^a-z0-9]+/g, "-");
      const name = `${prefix}/${path}`;
      this.repositories.set(
        path,
        new EcrRepository(this, id, {
          name,
          imageTagMutability: "IMMUTABLE",
          imageScanningConfiguration: { scanOnPush: true },
          encryptionConfiguration: [{ encryptionType: "KMS" }],
          // copies of published images: nothing is lost with them
          forceDelete: true,
          tags: network.tagsFor(id),
        }),
      );
    }
  }
}
