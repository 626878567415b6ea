import { checkEach, type Rule } from "../../rule";

const inside = (child: string, parent: string) => child === parent || child.startsWith(`${parent.replace(/\/$/, "")}/`);

export const mountPathsOverlap: Rule = {
  id: "mount-paths-overlap",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "Overlapping mount paths on a node",
  why: "One mount hides the other. The order depends on boot, so nodes differ, and jobs write to paths that other nodes do not see.",
  fix: "Use a separate path for each file system and for the NVMe cache.",
  verify: "`findmnt -R /` on a node shows each mount once, with no nested mounts.",
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
          const fix = "use a path outside the other mounts, such as /data";
          return { path: `${path}.mounts.${place}`, value: place, allowed: `a path outside ${hidden}`, fix };
        });
      },
    ),
};
