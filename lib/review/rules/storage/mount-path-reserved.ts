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
  title: "Mount path reserved by the system or the scheduler",
  why: "A mount over /etc, /usr, /var or /opt/slurm hides system or scheduler files, and the node fails to boot, or boots broken.",
  fix: "Mount below /fsx, /data, /home or /mnt.",
  verify: "Start one node with the mount: `systemctl --failed` must be empty, and the node must join the scheduler.",
  source:
    "https://docs.aws.amazon.com/parallelcluster/latest/ug/SharedStorage-v3.html https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
  check: (design) =>
    checkEach(design.mounts, ({ path, mountPath }) =>
      owned(mountPath) || !mountPath.startsWith("/")
        ? {
            path,
            value: mountPath,
            allowed: "an absolute path outside system and scheduler directories",
            fix: `mount it at /fsx or /data${mountPath.startsWith("/") ? mountPath : ""}`,
          }
        : null,
    ),
};
