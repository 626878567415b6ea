import { checkEach, type Rule } from "../../rule";

const inside = (child: string, parent: string) => child === parent || child.startsWith(`${parent.replace(/\/$/, "")}/`);

export const mountPathsOverlap: Rule = {
  id: "mount-paths-overlap",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "two mounts of a node on the same path or one inside the other",
  why: "The later mount hides the earlier one. Which comes later depends on boot order, so nodes differ and jobs write to a place that others do not see.",
  fix: "Give each file system and the NVMe cache a path of its own.",
  verify: "`findmnt -R /` on a node shows each mount once and none below another.",
  source:
    "https://man7.org/linux/man-pages/man8/mount.8.html https://docs.aws.amazon.com/parallelcluster/latest/ug/SharedStorage-v3.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.mounts.length + (pool.nvmeCache ? 1 : 0) > 1),
      ({ pool, path }) => {
        const places = [
          ...pool.mounts.map((m) => m.path),
          ...(pool.nvmeCache ? [pool.nvmeCache.mountPath] : []),
        ].sort();
        return places.flatMap((place, i) => {
          const hidden = places.find((other, j) => j < i && inside(place, other));
          if (hidden === undefined) return [];
          const fix = "choose a path outside the other mounts, such as /data";
          return { path: `${path}.mounts.${place}`, value: place, allowed: `a path outside ${hidden}`, fix };
        });
      },
    ),
};
