import { SYSTEM_DIRECTORIES } from "../../../model/system-paths";
import { checkEach, type Rule } from "../../rule";

const reserved = [...SYSTEM_DIRECTORIES, "/lib64", "/opt", "/opt/aws", "/opt/amazon", "/opt/slurm", "/tmp"];
const owned = (path: string) =>
  reserved.includes(path) || /^\/(bin|boot|dev|etc|lib|lib64|proc|root|sbin|sys|usr|opt\/slurm)\//.test(path);

export const mountPathReserved: Rule = {
  id: "mount-path-reserved",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "mount over a directory that the system or the scheduler owns",
  why: "A mount over /etc, /usr, /var or /opt/slurm hides what the node boots from or the scheduler's own files; the node comes up broken or not at all.",
  fix: "Mount below /fsx, /data, /home or /mnt.",
  verify: "Start one node with the mount: `systemctl --failed` must be empty and the scheduler must see it.",
  source:
    "https://docs.aws.amazon.com/parallelcluster/latest/ug/SharedStorage-v3.html https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
  check: (design) =>
    checkEach(design.mounts, ({ path, mountPath }) =>
      owned(mountPath) || !mountPath.startsWith("/")
        ? {
            path,
            value: mountPath,
            allowed: "an absolute path that neither the system nor the scheduler owns",
            fix: `mount it at /fsx or /data${mountPath.startsWith("/") ? mountPath : ""}`,
          }
        : null,
    ),
};
