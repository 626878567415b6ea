import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { memoryQuantity } from "../../../../kubernetes/chart/quantity";
import { fabricParts } from "../../../../kubernetes/platform/fabric-pod";
import { podVolume, volumeMount } from "../../../../kubernetes/storage/pod-volume";
import { LOG_PRINTER, type SlurmNodeSet, type SlurmOnKubernetes } from "./define-existing-slurm";

/** What Slurm runs before each task: it prints the variables that NCCL needs for the fabric of its node. */
export const TASK_PROLOG = { folder: "/etc/slurm-tasks", path: "/etc/slurm-tasks/prolog.sh" } as const;

const prologName = ({ of }: SlurmNodeSet) => `task-prolog-${of.pool.name}`;

/**
 * Tasks inherit the environment of who submits them, not that of slurmd: what a TaskProlog prints is added. A variable that the job
 * sets itself stays.
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
function taskProlog({ fabric }: SlurmNodeSet): string {
  const lines = (fabric?.environment ?? []).map(({ name, value }) => {
    const text = `export ${name}=${value ?? ""}`.replaceAll("'", `'\\''`);
    return `[ -n "\${${name}+set}" ] || echo '${text}'`;
  });
  return `${["#!/bin/sh", ...lines, "exit 0"].join("\n")}\n`;
}

/** The TaskProlog of each pool. */
export function taskPrologs({ namespace, nodeSets }: SlurmOnKubernetes): KubernetesObject[] {
  return nodeSets.map((set) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: prologName(set), namespace },
    data: { "prolog.sh": taskProlog(set) },
  }));
}

/**
 * The nodes of a pool. Slurm knows them as `<pool>-0`, `<pool>-1` … (by the names of their Kubernetes nodes where the fabric has pods in
 * the host's network), and the set by the pool's name, which partitions hold. The operator gives slurmd its rights: privileged.
 * @see SlinkyProject/slurm-operator@v1.2.1 internal/builder/workerbuilder/worker_app.go
 */
export function nodeSet(set: SlurmNodeSet, of: SlurmOnKubernetes): KubernetesObject {
  const { pool, selector, tolerations } = set.of;
  const parts = fabricParts(set.fabric, set.fabricDevices);
  return {
    apiVersion: "slinky.slurm.net/v1beta1",
    kind: "NodeSet",
    metadata: { name: pool.name, namespace: of.namespace },
    spec: {
      controllerRef: { name: "slurm" },
      scalingMode: "StatefulSet",
      replicas: set.nodes,
      ...(set.gres === null ? {} : { extraConf: `Gres=${set.gres}` }),
      // partitions over several pools are lines of the controller
      partition: { enabled: false },
      slurmd: {
        image: of.image,
        resources: { requests: set.resources, limits: set.resources },
        volumeMounts: [
          { name: "shm", mountPath: set.sharedMemoryPath },
          { name: "tasks", mountPath: TASK_PROLOG.folder, readOnly: true },
          ...parts.mounts,
          ...of.mounts.map(volumeMount),
        ],
      },
      logfile: LOG_PRINTER,
      template: {
        ...(Object.keys(parts.annotations).length > 0 ? { metadata: { annotations: parts.annotations } } : {}),
        spec: {
          hostname: `${pool.name}-`,
          ...parts.spec,
          nodeSelector: selector,
          tolerations,
          volumes: [
            { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(set.worker.sharedMemoryBytes) } },
            { name: "tasks", configMap: { name: prologName(set), defaultMode: 0o755 } },
            ...parts.volumes,
            ...of.mounts.map(podVolume),
          ],
        },
      },
      // a node with a job is drained, not ended: one at a time
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
    },
  };
}
