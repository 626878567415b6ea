import { KUBE_RAY_CLUSTER } from "../../lib/clouds/aws/kubernetes/kube-ray-cluster-table";
import {
  BATCH_JOB,
  FINE_TUNING,
  RAY_CLUSTER,
  SERVING,
  TRITON,
} from "../../lib/clouds/aws/kubernetes/kube-ray-workload-tables";
import { groupsOf } from "../acceptance/kubernetes/upgrades/combined-cells";
import { type Change, chosenCells, everyCell, otherCells } from "../acceptance/kubernetes/upgrades/upgrade-cells";
import { NO_CELL } from "../acceptance/kubernetes/upgrades/upgrade-cells-rest";

const TABLES = {
  ray: RAY_CLUSTER,
  job: BATCH_JOB,
  run: FINE_TUNING,
  serving: SERVING,
  triton: TRITON,
  cluster: KUBE_RAY_CLUSTER,
};

/** Props that a cell changes, by what has them. */
function changed({ ray, job, run, served, groups, triton, cluster }: Change): Record<keyof typeof TABLES, string[]> {
  const names = (...of: (object | undefined)[]) => of.flatMap((each) => Object.keys(each ?? {}));
  // pools are handed on, and read by none
  const pools = { h100: {}, l40s: {} } as Parameters<NonNullable<Change["cluster"]>>[0];
  const own = cluster?.(pools);
  return {
    ray: names(ray, ...(own?.rayClusters ?? [])),
    job: names(job),
    run: names(run),
    serving: names(served, groups),
    triton: names(triton),
    cluster: names(own).filter((name) => name !== "rayClusters"),
  };
}

describe("the upgrade matrix", () => {
  it.each(Object.keys(TABLES) as (keyof typeof TABLES)[])("changes each prop of %s, or says why not", (of) => {
    process.env.WARPFORM_WHOLE = "1";
    const covered = new Set(chosenCells().flatMap(([, change]) => changed(change)[of]));
    delete process.env.WARPFORM_WHOLE;
    const left = Object.keys(TABLES[of]).filter((name) => !covered.has(name) || name in (NO_CELL[of] ?? {}));
    expect(left.sort()).toEqual(Object.keys(NO_CELL[of] ?? {}).sort());
  });

  it("is held whole by a plain run: each cell alone, or in one group with others that set none of its props", () => {
    const groups = groupsOf(otherCells());
    const titles = [...chosenCells(), ...groups.flat()].map(([title]) => title);
    expect(titles.sort()).toEqual(
      everyCell()
        .map(([title]) => title)
        .sort(),
    );
    const twice = groups.flatMap((group) => {
      const props = group.flatMap(([, change]) =>
        Object.entries(changed(change)).flatMap(([of, names]) =>
          // models of both engines are of one table
          of === "serving" ? [] : [...new Set(names)].map((name) => `${of}.${name}`),
        ),
      );
      return props.filter((prop, i) => props.indexOf(prop) !== i);
    });
    expect(twice).toEqual([]);
  });
});
