import { helmHash } from "../../../kubernetes/chart/helm-value";
import type { PodVolume } from "../../../kubernetes/storage/pod-volume";

/** Where pods see the files of their secrets. */
export const SECRETS_PATH = "/mnt/secrets-store";

/** Key of a server's API key in the Secret, beside those of variables. */
export const API_KEY = "api-key";

/** Name of the class and of its Secret: another one for other keys, so that pods that read them are rolled. */
export const secretsName = (keys: readonly object[]): string => `secrets-${helmHash(JSON.stringify(keys))}`;

/** The volume for whose pods the Secret is kept. */
export function secretsVolume(keys: readonly object[]): PodVolume[] {
  if (keys.length === 0) return [];
  const source = { secretClass: secretsName(keys) };
  return [{ name: "secrets-store", mountPath: SECRETS_PATH, readOnly: true, source }];
}
