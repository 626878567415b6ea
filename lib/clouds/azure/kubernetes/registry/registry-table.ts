import { optional, type Table } from "../../../../props/field";
import { map, part } from "../../../../props/nested-fields";
import { text } from "../../../../props/simple-fields";
import type { PullThroughOptions, RegistryOptions } from "./registry-props";

const secret = () =>
  text({
    like: /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.KeyVault\/vaults\/[^/]+\/secrets\/[^/]+$/i,
    words: "the resource ID of a Key Vault secret without a version",
    example:
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/docker-hub",
    secret: true,
  });

const PULL_THROUGH = {
  registryName: text({
    like: /^[a-zA-Z0-9]{5,50}$/,
    words: "5 to 50 letters and digits",
    example: "trainimages",
    known: "it is part of the images' names",
  }),
  dockerHubUsernameSecretId: optional(secret()),
  dockerHubTokenSecretId: optional(secret()),
} satisfies Table<PullThroughOptions>;

/** What `registry` takes. */
export const REGISTRY = {
  pullThrough: optional(part<PullThroughOptions>(PULL_THROUGH)),
  mirrors: optional(
    map(
      text({
        like: /^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9._-]+)*$/,
        words: "a registry and folders, without a scheme",
        example: "mirror.azurecr.io/nvcr.io",
      }),
    ),
    {},
  ),
} satisfies Table<RegistryOptions>;
