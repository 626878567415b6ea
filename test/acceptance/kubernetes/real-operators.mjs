// The real controllers of JobSet, LeaderWorkerSet and Kubeflow Trainer take a chart's objects on the API server: what becomes of them there.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments, stringify } from "yaml";
import { cache, check, fail, run, skip, tail } from "../lib/checks.mjs";
import { chartsOf, fakeNodes, ownedBy, variables, withExample } from "./cluster.mjs";
import { TITLES as KEDA_TITLES, kedaScenes } from "./keda-scenes.mjs";
import { certificate } from "./real-queues.mjs";
import { TITLES as TRAINER_TITLES, trainerScenes } from "./trainer-scenes.mjs";

const STACK = "serving";
export const TITLES = [
  "JobSet: a job over several nodes becomes one Job with a pod per node that finds the first",
  "LeaderWorkerSet: a group becomes a leader and its workers, which know the leader and their size",
  "LeaderWorkerSet: another size of a group is other pods",
  ...TRAINER_TITLES,
  ...KEDA_TITLES,
];

/**
 * Module, where its main module lies, its webhooks, its configuration with how it is told that certificates are there, and the label of
 * pods that its webhooks are asked for.
 */
export const OPERATORS = {
  jobset: {
    module: "sigs.k8s.io/jobset",
    hooks: "config/components/webhook/manifests.yaml",
    config: "config.jobset.x-k8s.io/v1alpha1",
    certificates: { internalCertManagement: { enable: false } },
    label: "jobset.sigs.k8s.io/jobset-name",
  },
  lws: {
    module: "sigs.k8s.io/lws",
    hooks: "config/webhook/manifests.yaml",
    config: "config.lws.x-k8s.io/v1alpha1",
    certificates: { internalCertManagement: { enable: false } },
    label: "leaderworkerset.sigs.k8s.io/name",
  },
  trainer: {
    module: "github.com/kubeflow/trainer/v2",
    folder: "trainer",
    hooks: "manifests/base/webhook/manifests.yaml",
    crds: "manifests/base/crds/trainer.kubeflow.org_trainingruntimes.yaml",
    config: "config.trainer.kubeflow.org/v1alpha1",
    certificates: { certManagement: { enable: false } },
  },
};
const program = (name) => join(cache, "bin", name);

/** Where an operator's sources are. */
function sources({ module, folder = "" }) {
  const own = join(import.meta.dirname, "operators", folder);
  return JSON.parse(run("go", ["list", "-m", "-json", module], { cwd: own }).stdout).Dir;
}

/** An operator's own webhooks at an address of this machine, and of pods for its own alone, as its deployment has it. */
export function operatorWebhooks(name, operator, port, caBundle) {
  const { hooks, label } = operator;
  return parseAllDocuments(readFileSync(join(sources(operator), hooks), "utf8")).map((document) => {
    const object = document.toJS();
    object.metadata.name = `${name}-${object.metadata.name}`;
    object.webhooks = object.webhooks.filter(({ name: of }) => !/disaggregated/.test(of));
    for (const webhook of object.webhooks) {
      webhook.clientConfig = { url: `https://127.0.0.1:${port}${webhook.clientConfig.service.path}`, caBundle };
      if (/pod/.test(webhook.name)) webhook.objectSelector = { matchExpressions: [{ key: label, operator: "Exists" }] };
    }
    return object;
  });
}

export function startOperator(cluster, folder, name, { config, certificates }, port, certDir) {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    stringify({
      apiVersion: config,
      kind: "Configuration",
      leaderElection: { leaderElect: false },
      ...certificates,
      metrics: { bindAddress: "0" },
      health: { healthProbeBindAddress: `127.0.0.1:${port}` },
      // Trainer's are where controllers look by default
      webhook: { host: "127.0.0.1", port: port + 1, ...("certManagement" in certificates ? {} : { certDir }) },
    }),
  );
  const log = openSync(join(folder, `${name}.log`), "w");
  const env = { ...cluster.env, TMPDIR: join(certDir, "..", "..") };
  return spawn(program(name), [`--config=${file}`], { env, stdio: ["ignore", log, log] });
}

function scenes(cluster, objects) {
  const of = (kind, holds = () => true) => objects.find((object) => object.kind === kind && holds(object));
  check(TITLES[0], () => {
    const { metadata, spec } = of("JobSet");
    const [{ name, template }] = spec.replicatedJobs;
    return cluster.until(40, () => {
      const [job, ...more] = ownedBy(cluster.get("jobs", "-n", metadata.namespace), metadata.name);
      if (!job || more.length > 0) return `${job ? more.length + 1 : 0} Jobs`;
      if (job.metadata.name !== `${metadata.name}-${name}-0`) return `the Job is called ${job.metadata.name}`;
      const pods = ownedBy(cluster.get("pods", "-n", metadata.namespace), job.metadata.name);
      const indices = pods.map((pod) => pod.metadata.annotations["batch.kubernetes.io/job-completion-index"]).sort();
      const expected = Array.from({ length: template.spec.parallelism }, (_, i) => String(i));
      if (indices.join() !== expected.join()) return `pods ${indices} of ${expected}`;
      const subdomain = pods.find((pod) => pod.spec.subdomain !== metadata.name);
      if (subdomain) return `${subdomain.metadata.name} has subdomain ${subdomain.spec.subdomain}`;
      const [first] = pods.map(({ spec: { hostname } }) => hostname).sort();
      const asked = Object.values(variables(pods[0])).filter((value) => value?.includes(metadata.name));
      const right = asked.every((value) => value.split(":")[0].startsWith(`${first}.${metadata.name}`));
      return right ? "" : `the first pod is ${first}.${metadata.name}, and the others ask for ${asked}`;
    });
  });
  const group = of("LeaderWorkerSet", ({ spec }) => spec.leaderWorkerTemplate.size > 1);
  const podsOf = ({ metadata }) =>
    cluster.get("pods", "-n", metadata.namespace, "-l", `leaderworkerset.sigs.k8s.io/name=${metadata.name}`);
  check(TITLES[1], () => {
    const { name, namespace } = group.metadata;
    const { size } = group.spec.leaderWorkerTemplate;
    return cluster.until(40, () => {
      const pods = podsOf(group);
      if (pods.length !== size) return `${pods.length} pods of ${size}`;
      const wrong = pods.filter((pod) => {
        const { LWS_LEADER_ADDRESS: leader, LWS_GROUP_SIZE: count } = variables(pod);
        return leader !== `${name}-0.${name}.${namespace}` || count !== String(size);
      });
      return wrong.map((pod) => `${pod.metadata.name} has ${JSON.stringify(variables(pod))}`).join("; ");
    });
  });
  check(TITLES[2], () => {
    const { name, namespace } = group.metadata;
    const before = podsOf(group).map(({ metadata }) => metadata.uid);
    const size = group.spec.leaderWorkerTemplate.size + 1;
    const patch = JSON.stringify({ spec: { leaderWorkerTemplate: { size } } });
    cluster.must(["patch", "leaderworkerset", name, "-n", namespace, "--type=merge", "-p", patch]);
    return cluster.until(60, () => {
      const pods = podsOf(group);
      const old = pods.filter(({ metadata }) => before.includes(metadata.uid)).length;
      return pods.length === size && old === 0 ? "" : `${pods.length} pods of ${size}, ${old} of them of the old group`;
    });
  });
}

/** Holds JobSets and LeaderWorkerSets of a chart against the programs that make pods of them. */
export function operatorChecks(cluster, helm, folder, charts, port) {
  const missing = Object.keys(OPERATORS).find((name) => !existsSync(program(name)));
  const own = chartsOf(charts, STACK);
  if (missing) {
    for (const title of TITLES) skip(title, `${missing} is not built; .ci/tools builds it`);
    return;
  }
  const certificates = join(folder, "operator-certs");
  const served = join(certificates, "k8s-webhook-server", "serving-certs");
  mkdirSync(served, { recursive: true });
  const caBundle = certificate(served);
  const all = Object.entries(OPERATORS).map(([name, operator], i) => ({ name, operator, port: port + 2 * i }));
  const hooks = all.flatMap(({ name, operator, port: at }) => operatorWebhooks(name, operator, at + 1, caBundle));
  for (const operator of Object.values(OPERATORS))
    if (operator.crds) cluster.must(["apply", "--server-side", "-f", join(sources(operator), operator.crds)]);
  cluster.must(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
  const running = all.map(({ name, operator, port: at }) => startOperator(cluster, folder, name, operator, at, served));
  const ready = ({ port: at }) => run("curl", ["-sf", `http://127.0.0.1:${at}/readyz`]).status === 0;
  try {
    const late = cluster.until(180, () =>
      all
        .filter((each) => !ready(each))
        .map(({ name }) => `${name} is not ready`)
        .join(),
    );
    if (late)
      return fail(
        STACK,
        `${late}: ${all.map(({ name }) => readFileSync(join(folder, `${name}.log`), "utf8").slice(-800))}`,
      );
    const hooked = cluster.apply(hooks);
    if (hooked.status !== 0) return fail(STACK, tail(hooked, 5));
    const { nodes } = fakeNodes("l40s", "g6e.12xlarge", 6);
    const objects = own.flatMap((chart) => chart.objects);
    cluster.apply(nodes);
    const complaint = withExample(cluster, helm, own, () => {
      scenes(cluster, objects);
      trainerScenes(cluster, objects);
      kedaScenes(cluster, objects, folder, port + 2 * all.length);
    });
    for (const { metadata } of nodes) cluster.kubectl(["delete", "node", metadata.name]);
    if (complaint) fail(`${STACK} with its controllers`, complaint);
  } finally {
    const items = { kind: "List", apiVersion: "v1", items: hooks };
    cluster.kubectl(["delete", "-f", "-", "--wait=false"], JSON.stringify(items));
    for (const each of running) each.kill();
  }
}
