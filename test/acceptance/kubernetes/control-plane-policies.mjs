// Network policies, held against pods that are there, and priorities, against a scheduler with a full node.
import { check, fail, tail } from "../lib/checks.mjs";
import { chartsOf, fakeNodes, running, withExample, workers } from "./cluster.mjs";
import { closing, reaches } from "./network-reach.mjs";

export const TITLES = [
  "every network policy selects a real pod, and default-deny closes every workload's namespace",
  "pods reach what the network policies allow and nothing else",
  "the agent that fetches weights takes the place of a pod of lower priority on a full node, and of no more than it needs",
];

/** What the network policies of an example say of pods that are there: {name: {namespace, labels, ip}}. */
function livePods(cluster) {
  return Object.fromEntries(
    cluster
      .get("pods", "-A")
      .map(({ metadata, status }) => [
        `${metadata.namespace}/${metadata.name}`,
        { namespace: metadata.namespace, labels: metadata.labels ?? {}, ip: status.podIP ?? "10.0.99.99" },
      ]),
  );
}

const simplePod = (namespace, name) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace, labels: { app: name } },
  spec: {
    containers: [{ name: "a", image: "a:1" }],
    nodeSelector: { "warpform/pool": "system" },
    terminationGracePeriodSeconds: 0,
  },
});

export function networkPolicies(cluster, helm, charts) {
  const title = "network policies in a cluster";
  const examples = ["kuberay-training-p5", "kuberay-inference"].map((stack) => chartsOf(charts, stack));
  const kinds = { RayCluster: (spec) => spec, RayService: (spec) => spec.rayClusterConfig };
  for (const example of examples) {
    const objects = example.flatMap((chart) => chart.objects);
    const owner = objects.find(({ kind }) => kind in kinds);
    const { namespace } = owner.metadata;
    const { headGroupSpec, workerGroupSpecs } = kinds[owner.kind](owner.spec);
    const name = `${owner.kind} ${namespace}/${owner.metadata.name}`;
    const complaint = withExample(cluster, helm, example, () => {
      for (const stand of ["kuberay-system", "monitoring", "elsewhere"])
        cluster.kubectl(["create", "namespace", stand]);
      const made = cluster.apply([
        ...workers("head", namespace, headGroupSpec, 1),
        ...workers("worker", namespace, workerGroupSpecs[0], 2),
        simplePod("kuberay-system", "operator"),
        simplePod("monitoring", "prometheus"),
        simplePod("elsewhere", "stranger"),
        simplePod("kube-system", "dns"),
      ]);
      if (made.status !== 0) return tail(made, 5);
      const policies = cluster.get("networkpolicies", "-A");
      const namespaces = Object.fromEntries(
        cluster.get("namespaces").map(({ metadata }) => [metadata.name, metadata.labels]),
      );
      check(`${TITLES[0]}: ${name}`, () => {
        const pods = Object.values(livePods(cluster));
        const own = policies.filter(({ metadata }) => metadata.namespace === namespace);
        const idle = own.filter(
          (policy) => !pods.some((pod) => closing([policy], pod, policy.spec.policyTypes[0]).length),
        );
        if (idle.length > 0) return `${idle.map(({ metadata }) => metadata.name)} select no pod`;
        const denies = own.filter(
          ({ spec }) =>
            Object.keys(spec.podSelector).length === 0 &&
            spec.policyTypes.length === 2 &&
            !spec.ingress &&
            !spec.egress,
        );
        return denies.length === 1 ? undefined : `${denies.length} policies deny everything by default`;
      });
      check(`${TITLES[1]}: ${name}`, () => {
        const pods = livePods(cluster);
        const at = (pod) => pods[pod] ?? { ip: pod };
        const worker = `${namespace}/worker-0`;
        const head = `${namespace}/head-0`;
        const serves = owner.kind === "RayService";
        const pairs = [
          // [from, to, port, allowed, protocol]
          [worker, head, 6379, true],
          [worker, `${namespace}/worker-1`, 43210, true],
          ["kuberay-system/operator", head, 8265, true],
          ["kuberay-system/operator", head, 22, false],
          ["monitoring/prometheus", worker, 8080, true],
          ["monitoring/prometheus", head, 6379, false],
          ["elsewhere/stranger", head, 8265, false],
          ["elsewhere/stranger", worker, 8080, false],
          [worker, "kube-system/dns", 53, true, "UDP"],
          [worker, "kube-system/dns", 10250, false],
          [worker, "elsewhere/stranger", 8080, false],
          [worker, "52.219.1.1", 443, true],
          [worker, "52.219.1.1", 80, false],
          [worker, "169.254.169.254", 80, false],
          [worker, "169.254.170.23", 80, true],
          ["10.0.1.5", worker, 8000, serves],
          ["203.0.113.9", worker, 8000, false],
          ["10.0.1.5", worker, 8265, false],
          ...(serves ? [] : [[head, "10.0.1.5", 6379, true]]),
          [head, "203.0.113.9", 6379, false],
        ];
        const wrong = pairs.filter(
          ([from, to, port, allowed, protocol]) =>
            reaches(policies, namespaces, at(from), at(to), port, protocol) !== allowed,
        );
        return (
          wrong
            .map(([from, to, port, allowed]) => `${from} to ${to}:${port} should ${allowed ? "" : "not "}pass`)
            .join("; ") || undefined
        );
      });
      for (const ns of [namespace, "kuberay-system", "monitoring", "elsewhere"])
        cluster.kubectl(["delete", "pods", "--all", "-n", ns, "--force", "--grace-period=0"]);
      cluster.kubectl(["delete", "pod", "dns", "-n", "kube-system", "--force", "--grace-period=0"]);
      return undefined;
    });
    if (complaint) fail(`${title}: ${name}`, complaint);
  }
}

export function preemption(cluster, helm, charts) {
  check(TITLES[2], () => {
    const example = chartsOf(charts, "kuberay-inference");
    const agent = example
      .flatMap(({ objects }) => objects)
      .find(({ kind, spec }) => kind === "DaemonSet" && spec.template.spec.priorityClassName);
    const pool = agent.spec.template.spec.nodeSelector["warpform/pool"];
    const [node] = fakeNodes(pool, "g6e.4xlarge", 1).nodes;
    cluster.apply(node);
    cluster.kubectl(["create", "namespace", "filler"]);
    // two pods that leave no CPU: the smaller is enough for the agent
    const cpu = Number.parseInt(node.status.allocatable.cpu, 10);
    const filler = (name, milli) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: "filler" },
      spec: {
        nodeName: node.metadata.name,
        terminationGracePeriodSeconds: 0,
        containers: [{ name: "a", image: "a:1", resources: { requests: { cpu: `${milli}m` } } }],
      },
    });
    cluster.apply([filler("small", 1000), filler("large", cpu - 1000)]);
    const full = cluster.until(30, () =>
      running(cluster.get("pods", "-n", "filler")) === 2 ? "" : "the fillers wait",
    );
    if (full) return full;
    return withExample(cluster, helm, example, () => {
      const { namespace, name } = agent.metadata;
      const late = cluster.until(40, () => {
        const pods = cluster.get("pods", "-n", namespace, "-l", `app=${name}`);
        return running(pods) === 1 ? "" : `the agent waits: ${pods[0]?.status.conditions?.[0]?.message}`;
      });
      const left = cluster.get("pods", "-n", "filler").map(({ metadata }) => metadata.name);
      const events = cluster.get("events", "-n", "filler").filter(({ reason }) => reason === "Preempted");
      cluster.kubectl(["delete", "namespace", "filler", "--wait=false"]);
      cluster.kubectl(["delete", "pods", "--all", "-n", "filler", "--force", "--grace-period=0"]);
      cluster.kubectl(["delete", "node", node.metadata.name]);
      if (late) return late;
      if (left.length !== 1) return `of small and large there is left: ${left.join() || "nothing"}`;
      return events.length === 1 ? undefined : `${events.length} pods were preempted`;
    });
  });
}
