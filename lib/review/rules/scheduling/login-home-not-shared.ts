import { type Breach, DOES_NOT_APPLY, type Rule } from "../../rule";

const ALLOWED = "a file system mounted at /home on head, login nodes and pools";

export const loginHomeNotShared: Rule = {
  id: "login-home-not-shared",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "Login nodes without a shared home",
  why: "A job starts in the directory that it was submitted from. Where home directories are not shared, that directory and the user's files do not exist on the node: the job fails, or writes to a disk that is deleted with the instance. With several login nodes, users find different files at each login.",
  fix: "Mount one file system at `/home` on the head and on the pools: `mounts: [home.mount('/home')]`.",
  verify:
    "As a user on a login node, `touch ~/here && srun ls ~/here` must print the file; `df ~` names the same file system on head, login nodes and nodes.",
  source: "https://slurm.schedmd.com/quickstart_admin.html",
  check: (design) => {
    const known = design.slurm.filter((s) => s.loginNodes > 0 && s.homePath !== undefined);
    if (known.length === 0) return DOES_NOT_APPLY;
    return known.flatMap((s): Breach[] => {
      const path = `schedulers.${s.name}.mounts`;
      if (s.homePath === null) {
        const value = `${s.loginNodes} login nodes, home directories on their own disks`;
        return [
          { path, value, allowed: ALLOWED, fix: "mount one shared file system at /home on the head and its pools" },
        ];
      }
      const without = design.pools.filter(
        ({ pool }) => pool.adoptedBy?.name === s.name && !pool.mounts.some((mount) => mount.path === s.homePath),
      );
      return without.map(({ pool, path: at }) => ({
        path: `${at}.mounts`,
        value: `pool ${pool.name} without ${s.homePath}`,
        allowed: ALLOWED,
        fix: `mount the file system of ${s.homePath} on pool ${pool.name} too`,
      }));
    });
  },
};
