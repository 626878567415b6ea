import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaderWorkerSet } from "../../../lib/kubernetes/serving/leader-worker-set";
import { servedPath } from "../../../lib/kubernetes/storage/stored-files";
import { p5 } from "../pools";
import { modelOf } from "../samples";

describe("the pods of a LeaderWorkerSet", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-lws-"));
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What a pod's command starts, an image's programs being there or not. */
  function started(pipelineParallel: number, role: "leader" | "worker", image: { readonly ray: boolean }): string[] {
    const [set] = leaderWorkerSet(
      modelOf({ of: p5, tensorParallel: 8, pipelineParallel, engine: "leader-worker-set" }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const { leaderTemplate, workerTemplate } = (set!.spec as any).leaderWorkerTemplate;
    const { command } = (role === "leader" ? leaderTemplate : workerTemplate).spec.containers[0];
    program("vllm", 'echo vllm "$@"');
    program("find", `echo ${join(folder, "script.sh")}`);
    program("script.sh", 'echo script "$@"');
    if (image.ray) program("ray", "true");
    else rmSync(join(folder, "ray"), { force: true });
    const env = {
      PATH: `${folder}:/usr/bin:/bin`,
      LWS_GROUP_SIZE: "2",
      LWS_WORKER_INDEX: role === "leader" ? "0" : "1",
      LWS_LEADER_ADDRESS: "llama-0.llama",
    };
    return spawnSync(command[0], command.slice(1), { env, encoding: "utf8" }).stdout.trim().split("\n");
  }
  const serve = (pipelineParallel: number) =>
    `vllm serve ${servedPath(modelOf().files)} --served-model-name llama-3.1-8b --port 8000 --tensor-parallel-size 8 --pipeline-parallel-size ${pipelineParallel} --max-model-len 16384 --dtype bfloat16`;

  it("have a user with a name and a home to write to, whether or not the image knows the user", () => {
    const [set] = leaderWorkerSet(modelOf({ of: p5, tensorParallel: 8, pipelineParallel: 2 }));
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const { spec } = (set!.spec as any).leaderWorkerTemplate.workerTemplate;
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 2000, runAsGroup: 0 });
    const env = Object.fromEntries(
      spec.containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(env).toMatchObject({ USER: "vllm", LOGNAME: "vllm" });
    const home = spec.containers[0].volumeMounts.find(({ name }: { name: string }) => name === "home");
    expect(env.HOME).toBe(home.mountPath);
    expect(env.VLLM_CACHE_ROOT).toContain(home.mountPath);
    expect(spec.volumes).toContainEqual({ name: "home", emptyDir: {} });
  });

  it("read streamed weights from the bucket, without the node's copy and what waits for it", () => {
    const files = { address: "s3://bucket/llama", revision: "1", streamed: true };
    const [set] = leaderWorkerSet(modelOf({ of: p5, engine: "leader-worker-set", tensorParallel: 8, files }));
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const { metadata, spec } = (set!.spec as any).leaderWorkerTemplate.leaderTemplate;
    expect(spec.containers[0].command.at(-1)).toMatch(
      /vllm serve s3:\/\/bucket\/llama .* --load-format runai_streamer/,
    );
    expect([spec.initContainers, spec.volumes.map(({ name }: { name: string }) => name)]).toEqual([
      undefined,
      ["shm", "home"],
    ]);
    // another state of the same address is other pods
    expect(metadata.annotations["warpform/revision"]).toBe("1");
  });

  it("are given time to load, then restarted where the engine no longer answers", () => {
    const [set] = leaderWorkerSet(modelOf({ of: p5, tensorParallel: 8 }));
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const [container] = (set!.spec as any).leaderWorkerTemplate.leaderTemplate.spec.containers;
    expect(container.startupProbe.failureThreshold * container.startupProbe.periodSeconds).toBe(3600);
    expect(container.livenessProbe.httpGet).toEqual({ path: "/health", port: 8000 });
  });

  it("take the GPUs of their replica, so that two of four share a node of eight, and no fabric within it", () => {
    const [set] = leaderWorkerSet(modelOf({ of: p5, tensorParallel: 4 }));
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const { requests } = (set!.spec as any).leaderWorkerTemplate.leaderTemplate.spec.containers[0].resources;
    expect(requests["nvidia.com/gpu"]).toBe("4");
    expect(requests["vpc.amazonaws.com/efa"]).toBeUndefined();
  });

  it("pass the engine's arguments on, the user's first", () => {
    const [set] = leaderWorkerSet(
      modelOf({
        of: p5,
        tensorParallel: 8,
        precision: "fp8",
        engineArguments: { trust_remote_code: true, enable_prefix_caching: false, kv_cache_dtype: "fp8" },
      }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const command = (set!.spec as any).leaderWorkerTemplate.leaderTemplate.spec.containers[0].command.at(-1);
    expect(command).toMatch(/--quantization fp8 --trust-remote-code --no-enable-prefix-caching --kv-cache-dtype fp8$/);
  });

  it("join by Ray where the image has it", () => {
    expect(started(2, "leader", { ray: true })).toEqual([
      "script leader --ray_cluster_size=2",
      `${serve(2)} --distributed-executor-backend ray`,
    ]);
    expect(started(2, "worker", { ray: true })).toEqual(["script worker --ray_address=llama-0.llama"]);
  });

  it("join by themselves where it has none, as vLLM's own images since 0.18", () => {
    const joined = (rank: number) => `--nnodes 2 --node-rank ${rank} --master-addr llama-0.llama`;
    expect(started(2, "leader", { ray: false })).toEqual([`${serve(2)} ${joined(0)}`]);
    expect(started(2, "worker", { ray: false })).toEqual([`${serve(2)} ${joined(1)} --headless`]);
  });

  it("join nobody where a replica is one node", () => {
    expect(started(1, "leader", { ray: true })).toEqual([serve(1)]);
  });
});
