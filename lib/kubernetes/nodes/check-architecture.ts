import type { Problems } from "../../errors";
import type { Workloads } from "../workloads";
import type { KubernetesPool } from "./pool";

/** Images that their project publishes for x86_64 alone under these tags. @see https://docs.ray.io/en/latest/ray-overview/installation.html#docker-source-images */
const X86_ALONE = /(^|\/)rayproject\/ray(-llm)?:(?!.*-aarch64)/;

/** Checks that images are there for the architecture of their pool's nodes. */
export function checkArchitecture(problems: Problems, of: Workloads): void {
  const check = (path: string, pools: readonly KubernetesPool[], image: string) => {
    const arm = pools.find(({ type }) => type.architecture === "arm64");
    if (arm === undefined || !X86_ALONE.test(image)) return;
    problems.add(
      "not-allowed",
      `${path}.image`,
      `${path}.image ${image} is for x86_64, and pool "${arm.pool.name}" is of ${arm.type.name}, which is arm64; use your own image built for arm64 and, since Ray heads run on the system nodes, for their architecture too`,
    );
  };
  of.rayClusters.forEach(({ workerGroups, image }, i) => {
    check(
      `rayClusters[${i}]`,
      workerGroups.map((group) => group.of),
      image,
    );
  });
  for (const [name, list] of Object.entries({ fineTuning: of.fineTuning, serving: of.serving, jobs: of.jobs ?? [] }))
    list.forEach((workload, i) => {
      check(`${name}[${i}]`, [workload.of], workload.image);
    });
}
