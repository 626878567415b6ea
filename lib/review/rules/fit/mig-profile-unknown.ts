import { checkEach, type Rule } from "../../rule";

export const migProfileUnknown: Rule = {
  id: "mig-profile-unknown",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "MIG profile not supported by the GPU",
  why: "The NVIDIA MIG manager rejects the profile, and the node joins without GPU resources. GPUs without MIG cannot be partitioned.",
  fix: "Use a profile listed in the finding, or time-slicing.",
  verify: "`nvidia-smi mig -lgip` on a node lists the supported profiles.",
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
          allowed: names.join(", ") || `none; ${accelerator.name} does not support MIG`,
          fix: profile
            ? `lower it to ${profile.maxInstances} per GPU`
            : names.length > 0
              ? "use a profile from the list"
              : "use time-slicing",
        };
      },
    ),
};
