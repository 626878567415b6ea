import { App } from "cdktf";
import { parseAllDocuments } from "yaml";
import { clusterModel } from "../../../../lib/clouds/aws/index";
import { resources, synthesized } from "../synthesized";
import { kaiStack } from "./kai-stack";

interface Template {
  readonly spec: { readonly schedulerName?: string; readonly containers: readonly { readonly resources: object }[] };
}

describe("KubeRayCluster with KAI's queues", () => {
  const { stack, ray } = kaiStack(new App());
  const terraform = synthesized(stack);
  const releases = resources(terraform, "helm_release").map(({ name }) => name);
  const documents = (name: string) =>
    parseAllDocuments(
      ray.releases.workloadsChart.files.find(({ path }) => path === `templates/${name}.yaml`)!.text,
    ).map((of) => of.toJS());

  it("installs KAI in Kueue's place", () => {
    expect(releases).toContain("kai-scheduler");
    expect(releases).not.toContain("kueue");
  });

  it("lets the workloads wait for KAI, whose webhooks see every pod", () => {
    const workloads = resources(terraform, "helm_release").find(({ name }) => name === "workloads")!;
    expect(workloads.depends_on).toContainEqual(expect.stringMatching(/^helm_release\..*kai-scheduler/));
  });

  it("has each team's queue under the one of all", () => {
    expect(documents("queues").map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      "Topology ec2-network",
      "PriorityClass scavenger",
      "Queue all",
      "Queue research",
      "Queue product",
    ]);
  });

  it("gives KAI the pods of queues, workers with all GPUs and EFA of their node, and no others", () => {
    const [cluster] = documents("clusters");
    const [job] = documents("fine-tuning");
    const [service] = documents("serving").filter(({ kind }) => kind === "RayService");
    const templates = (spec: { headGroupSpec: { template: Template }; workerGroupSpecs: { template: Template }[] }) => [
      spec.headGroupSpec.template,
      ...spec.workerGroupSpecs.map(({ template }) => template),
    ];
    const queued = [...templates(cluster.spec), ...templates(job.spec.rayClusterSpec)];
    expect(queued.map(({ spec }) => spec.schedulerName)).toEqual(queued.map(() => "kai-scheduler"));
    expect(templates(service.spec.rayClusterConfig).map(({ spec }) => spec.schedulerName)).not.toContain(
      "kai-scheduler",
    );
    expect(cluster.spec.workerGroupSpecs[0].template.spec.containers[0].resources.requests).toMatchObject({
      "nvidia.com/gpu": "8",
      "vpc.amazonaws.com/efa": "32",
    });
    const [{ template }] = documents("jobs")[0].spec.replicatedJobs;
    expect(Object.keys(template.spec)).not.toContain("schedulerName");
    expect(template.spec.template.spec).toMatchObject({ schedulerName: "kai-scheduler" });
    expect(cluster.spec.enableInTreeAutoscaling).toBe(true);
  });

  it("says in the model who holds the queues, and watches what waits in them", () => {
    const model = clusterModel(stack);
    expect(model.schedulers).toMatchObject([{ kind: "kubernetes", queueing: "kai" }]);
    expect(model.monitoring[0]!.alarms).toContain("PodsWaiting");
  });
});
