import type { Problems } from "../../../../errors";
import { PIP_PACKAGES } from "../../../common/workloads/training-workloads";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";

/** Checks that runs in a network without a way out load nothing from the internet: packages, and models by their names on the hub. */
export function checkOffline(problems: Problems, { network, fineTuning = [] }: KubeRayClusterProps): void {
  if (network.egress !== "endpoints-only") return;
  fineTuning.forEach(({ model, pipPackages = PIP_PACKAGES, env = {} }, i) => {
    const at = `fineTuning[${i}]`;
    if (pipPackages.length > 0 && env.PIP_INDEX_URL === undefined)
      problems.add(
        "conflict",
        `${at}.pipPackages`,
        `${at}.pipPackages (${pipPackages.join(", ")}) come from pypi.org, which nodes do not reach with network.egress "endpoints-only"; put them into image and write pipPackages: [], or name an index of yours in env: { PIP_INDEX_URL: "https://…" }`,
      );
    if (!/^(\/|s3:\/\/)/.test(model) && env.HF_ENDPOINT === undefined)
      problems.add(
        "conflict",
        `${at}.model`,
        `${at}.model "${model}" is a name on the Hugging Face hub, which nodes do not reach with network.egress "endpoints-only"; give "s3://bucket/prefix", a path on a mount, or a mirror of the hub in env: { HF_ENDPOINT: "https://…" }`,
      );
  });
}
