import type { Problems } from "../../../errors";
import { leaveOut } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";

/** What a choice of driver does not go together with. */
export function checkGpuDriver(problems: Problems, { gpuDriver, pools }: KubeRayClusterProps): void {
  const cut = pools.find(({ definition }) => definition.gpuSharing?.kind === "mig");
  if (gpuDriver === "aks" && cut !== undefined)
    problems.add(
      "conflict",
      "gpuDriver",
      say`${prop("gpuDriver")} "aks" has GPUs cut when AKS makes a node pool and never again, and pool "${cut.name}" has its MIG profile from NVIDIA's GPU operator; ${leaveOut("gpuDriver")}`,
    );
}
