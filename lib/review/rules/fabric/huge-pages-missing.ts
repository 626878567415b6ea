import { checkEach, type Rule } from "../../rule";

export const hugePagesMissing: Rule = {
  id: "huge-pages-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "EFA pods without a huge page request",
  why: "The libfabric EFA provider allocates its buffers from 2 MiB huge pages. A pod without `hugepages-2Mi` fails to open the device, or falls back to slower memory registration. Pods whose environment sets `FI_EFA_USE_HUGE_PAGE=0`, as pods of the library do, need none.",
  fix: "Request `hugepages-2Mi: 5120Mi` in the pod, or set `FI_EFA_USE_HUGE_PAGE=0` in its environment.",
  verify: "In the pod, `fi_info -p efa` lists the devices and `grep Huge /proc/meminfo` shows pages in use.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) => k.workerGroups.filter((g) => g.rdmaDevicesPerPod > 0).map((g) => ({ k, g }))),
      ({ k, g }) =>
        g.hugePages2MiB === null || g.hugePages2MiB > 0
          ? null
          : {
              path: `schedulers.${k.name}.workerGroups.${g.name}.hugePages2MiB`,
              value: 0,
              allowed: "2560 (5 GiB), as in the EFA test manifests",
              fix: "request hugepages-2Mi: 5120Mi per pod, or set FI_EFA_USE_HUGE_PAGE=0",
            },
    ),
};
