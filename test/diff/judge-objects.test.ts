import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chartObjects } from "../../lib/diff/chart-objects";
import { diffStacks } from "../../lib/diff/diff";
import { objectChanges, objectSentences } from "../../lib/diff/judge-objects";
import { readStack } from "../../lib/diff/terraform-stack";

const folder = mkdtempSync(join(tmpdir(), "warpform-chart-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A chart as the library writes it, read from its folder. */
function chart(name: string, templates: string, files: Readonly<Record<string, string>> = {}, values = "") {
  const path = join(folder, name);
  mkdirSync(join(path, "templates"), { recursive: true });
  writeFileSync(join(path, "Chart.yaml"), "apiVersion: v2\n");
  writeFileSync(join(path, "templates", "all.yaml"), templates);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return chartObjects(path, values)!;
}
const object = (kind: string, name: string, spec: unknown) =>
  `kind: ${kind}\nmetadata: {name: "${name}", namespace: ray}\nspec: ${JSON.stringify(spec)}\n`;
const between = (before: string, after: string) => objectChanges(chart("before", before), chart("after", after));

describe("the changes of a chart's objects", () => {
  it("are none where only the numbers of references are others", () => {
    const template = (path: string) =>
      object("Service", "llama", 0).replace("spec: 0", `spec: {subnet: "{{ required \`${path}\` .Values.${path} }}"}`);
    const values = (path: string, to: string) => JSON.stringify({ terraform: { [path]: `\${aws_subnet.${to}.id}` } });
    const before = chart("numbered", template("terraform.value1"), {}, values("value1", "second"));
    const same = chart("fewer", template("terraform.value0"), {}, values("value0", "second"));
    const other = chart("other", template("terraform.value1"), {}, values("value1", "third"));
    expect(objectChanges(before, same)).toEqual([]);
    expect(objectChanges(before, other)).toHaveLength(1);
  });

  it("say that what Helm keeps stays", () => {
    const kept = object("Namespace", "a", 0).replace(
      "namespace: ray",
      'annotations: {"helm.sh/resource-policy": keep}',
    );
    expect(between(kept, object("Service", "b", 0))[0]).toMatchObject({
      change: "removed",
      impact: "settings-changed",
      says: expect.stringContaining("stays in the cluster"),
    });
  });

  it.each([
    [
      "a claim whose size is another, which the API server refuses",
      "PersistentVolumeClaim",
      [{ resources: { requests: { storage: "24Ti" } } }, { resources: { requests: { storage: "48Ti" } } }],
      "release-refused",
    ],
    [
      "a volume that grows",
      "PersistentVolume",
      [{ capacity: { storage: "1" } }, { capacity: { storage: "2" } }],
      "storage-resized",
    ],
    [
      "a flavor that loses its topology",
      "ResourceFlavor",
      [{ topologyName: "ec2", a: 1 }, { a: 1 }],
      "release-refused",
    ],
    ["a flavor that gets one", "ResourceFlavor", [{ a: 1 }, { topologyName: "ec2", a: 1 }], "settings-changed"],
    [
      "more workers of a service",
      "RayService",
      [
        { rayClusterConfig: { workerGroupSpecs: [{ maxReplicas: 1 }] } },
        { rayClusterConfig: { workerGroupSpecs: [{ maxReplicas: 2 }] } },
      ],
      "scale",
    ],
    [
      "another image of a service",
      "RayService",
      [{ rayClusterConfig: { image: "a" } }, { rayClusterConfig: { image: "b" } }],
      "programs-restarted",
    ],
    [
      "another image of a cluster",
      "RayCluster",
      [{ headGroupSpec: { image: "a" } }, { headGroupSpec: { image: "b" } }],
      "programs-restarted",
    ],
    [
      "more workers of a cluster",
      "RayCluster",
      [{ workerGroupSpecs: [{ maxReplicas: 12 }] }, { workerGroupSpecs: [{ maxReplicas: 24 }] }],
      "scale",
    ],
    [
      "more and smaller workers of a cluster",
      "RayCluster",
      [
        { workerGroupSpecs: [{ maxReplicas: 12, rayStartParams: { "num-gpus": "2" } }] },
        { workerGroupSpecs: [{ maxReplicas: 24, rayStartParams: { "num-gpus": "1" } }] },
      ],
      "programs-restarted",
    ],
    ["another run of a job's name", "RayJob", [{ entrypoint: "a" }, { entrypoint: "b" }], "settings-changed"],
    [
      "a group's template",
      "LeaderWorkerSet",
      [{ leaderWorkerTemplate: { size: 1 } }, { leaderWorkerTemplate: { size: 2 } }],
      "programs-restarted",
    ],
  ] as const)("tell what becomes of %s", (_, kind, [before, after], impact) => {
    expect(between(object(kind, "x", before), object(kind, "x", after))).toMatchObject([
      { object: `${kind} ray/x`, change: "changed", impact },
    ]);
  });

  it("say nothing of what is the same, and name what comes and goes", () => {
    const same = object("RayCluster", "a", { x: 1 });
    expect(between(same, same)).toEqual([]);
    const changes = between(same, object("RayCluster", "b", { x: 1 }));
    expect(objectSentences(changes)).toEqual([
      ["programs-restarted", "RayCluster ray/a: is removed with its pods"],
      ["created", "RayCluster ray/b"],
    ]);
  });

  it.each(["Job", "JobSet", "TrainJob"])("end the pods of a %s that another one replaces", (kind) => {
    const run = (name: string) => object(kind, name, { template: name });
    expect(objectSentences(between(run("bert-1f2e3d4c5b"), run("bert-0a1b2c3d4e")))).toEqual([
      ["programs-restarted", `${kind} ray/bert-1f2e3d4c5b: is removed with its pods: a run that has not ended ends`],
      ["created", `${kind} ray/bert-0a1b2c3d4e`],
    ]);
  });

  it("call an object whose name Helm ends with a hash by what is known of it", () => {
    const volume = object("PersistentVolume", "scratch-{{ list `a}}b` | sha256sum }}", {});
    const changes = objectChanges(chart("volume", volume), chart("none", object("Service", "a", {})));
    expect(objectSentences(changes)[0]![1]).toMatch(/^PersistentVolume ray\/scratch-<hash>: /);
  });

  it("leave what a hook made last, which Helm removes with no template", () => {
    const same = object("RayCluster", "a", { x: 1 });
    const hook = `kind: Job\nmetadata: {name: once, annotations: {helm.sh/hook: post-install}}\nspec: {a: 1}\n`;
    expect(between(`${same}---\n${hook}`, same)).toEqual([]);
  });

  it("take one replica for none, which is the default", () => {
    expect(between(object("Deployment", "x", { replicas: 1, a: 1 }), object("Deployment", "x", { a: 1 }))).toEqual([]);
  });

  it("see another content of a file that a template reads", () => {
    const text = 'kind: ConfigMap\nmetadata: {name: p}\ndata:\n  a.py: {{ .Files.Get "a.py" | toJson }}\n';
    const [one, other] = [chart("one", text, { "a.py": "1" }), chart("other", text, { "a.py": "2" })];
    expect(objectChanges(one, other)).toMatchObject([{ object: "ConfigMap p", change: "changed" }]);
  });
});

describe("diff of a release with a local chart", () => {
  const released = (name: string, objects: ReturnType<typeof chart>, values: unknown) => {
    const release = { name: "workloads", chart: `assets/${name}`, values: [JSON.stringify(values)] };
    return readStack(
      JSON.stringify({ resource: { helm_release: { w: release } } }),
      "cdk.tf.json",
      new Map([[`assets/${name}`, objects]]),
    );
  };

  it("says nothing of values that only have other numbers, and tells every other value", () => {
    const objects = chart("numbers", object("Service", "llama", 0));
    const first = released("numbers", objects, { terraform: { value0: "a" } });
    expect(diffStacks(first, released("numbers", objects, { terraform: { value1: "a" } })).findings).toEqual([]);
    const other = diffStacks(first, released("numbers", objects, { terraform: { value0: "a" }, replicas: 2 }));
    expect(other.findings).toMatchObject([{ impact: "programs-restarted", says: "release w: values replicas" }]);
  });

  it("tells what the API server refuses, by object", () => {
    const stack = (name: string, size: string) => {
      const objects = chart(name, object("PersistentVolumeClaim", "scratch", { size }));
      const text = JSON.stringify({
        resource: { helm_release: { w: { name: "workloads", chart: `assets/${name}` } } },
      });
      return readStack(text, "cdk.tf.json", new Map([[`assets/${name}`, objects]]));
    };
    const { status, findings } = diffStacks(stack("small", "1"), stack("large", "2"));
    expect(status).toBe(10);
    expect(findings).toMatchObject([
      {
        impact: "release-refused",
        says: "release w: PersistentVolumeClaim ray/scratch: a claim that is bound can't change",
      },
    ]);
  });
});
