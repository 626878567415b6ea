import { optional, type Table } from "../../../../props/field";
import { map, part } from "../../../../props/nested-fields";
import { text } from "../../../../props/simple-fields";
import type { PullThroughOptions, RegistryOptions } from "./registry-props";

/** Host, with folders behind it: no scheme, no tag, no slash at the end. */
const prefix = () =>
  text({
    like: /^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/,
    words: "the host of a registry, with folders behind it and without a scheme",
    example: "registry.example.com/mirror",
  });

const host = { like: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, words: "the host of a registry, such as docker.io" };

const credential = () =>
  text({
    like: /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:ecr-pullthroughcache\/[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
    words:
      "the whole ARN of a Secrets Manager secret whose name begins with ecr-pullthroughcache/, with the 6 characters at its end",
    example: "arn:aws:secretsmanager:us-east-2:123456789012:secret:ecr-pullthroughcache/docker-hub-AbCdEf",
    secret: true,
  });

const PULL_THROUGH = {
  prefix: optional(
    text({
      like: /^(?=.{2,19}$)[a-z0-9]+([._-][a-z0-9]+)*$/,
      words: "2 to 19 lower-case letters, digits and single dashes, dots or underscores between them",
      known: "names of repositories begin with it",
      example: "gpu",
    }),
  ),
  credentials: optional(map(credential(), { keys: host }), {}),
} satisfies Table<PullThroughOptions>;

/** What the registry of a cluster takes; what goes together is checked after it. */
export const REGISTRY = {
  mirror: optional(prefix()),
  mirrors: optional(map(prefix(), { keys: host }), {}),
  pullThrough: optional(part<PullThroughOptions>(PULL_THROUGH)),
  digests: optional(
    map(text({ like: /^sha256:[0-9a-f]{64}$/, words: "a digest, sha256: and 64 hexadecimal digits" }), {
      keys: { like: /^[^\s@]+\/[^\s@]+:[^\s@/]+$/, words: "an image with its registry and tag" },
    }),
    {},
  ),
  charts: optional(
    text({
      like: /^(oci|https):\/\/[a-z0-9][^\s]*[^/\s]$/,
      words: "the address of a repository of charts",
      example: "oci://registry.example.com/charts",
    }),
  ),
} satisfies Table<RegistryOptions>;
