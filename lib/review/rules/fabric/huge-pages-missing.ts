import { checkEach, type Rule } from "../../rule";

export const hugePagesMissing: Rule = {
  id: "huge-pages-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "pods with EFA that ask for no huge pages",
  why: "The EFA driver of libfabric takes its buffers from 2 MiB pages. A pod without `hugepages-2Mi` fails to open the device, or falls back to slower registration.",
  fix: "Leave `hugePages2MiB` at its default, 5120 MiB a pod.",
  verify: "In the pod, `fi_info -p efa` lists the devices and `grep Huge /proc/meminfo` shows pages in use.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) => k.workerGroups.filter((g) => g.efaPerPod > 0).map((g) => ({ k, g }))),
      ({ k, g }) =>
        g.hugePages2MiB > 0
          ? null
          : {
              path: `schedulers.${k.name}.workerGroups.${g.name}.hugePages2MiB`,
              value: 0,
              allowed: "5120 as in the EFA test manifests",
              fix: "leave hugePages2MiB at its default",
            },
    ),
};
