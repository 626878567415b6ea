import { checkEach, type Rule } from "../../rule";

export const migProfileUnknown: Rule = {
  id: "mig-profile-unknown",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "MIG profile that the GPU does not have",
  why: "The MIG manager refuses it and the node comes up without any GPU resource; GPUs without MIG cannot be cut at all.",
  fix: "Choose one of the profiles that the finding lists, or time slicing.",
  verify: "`nvidia-smi mig -lgip` on a node lists the profile.",
  source: "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ pool, accelerator }) => pool.sharing.kind === "mig" && accelerator !== null),
      ({ pool, path, accelerator }) => {
        const { sharing } = pool;
        if (sharing.kind !== "mig" || accelerator === null) return null;
        const profile = accelerator.migProfiles.find((m) => m.name === sharing.profile);
        if (profile && sharing.instancesPerGpu <= profile.maxInstances) return null;
        const names = accelerator.migProfiles.map((m) => `${m.name} (at most ${m.maxInstances})`);
        return {
          path: `${path}.sharing`,
          value: `${sharing.profile} x ${sharing.instancesPerGpu}`,
          allowed: names.join(", ") || `none: ${accelerator.name} has no MIG`,
          fix: profile
            ? `lower it to ${profile.maxInstances} a GPU`
            : names.length > 0
              ? "choose a profile of the list"
              : "use time slicing",
        };
      },
    ),
};
