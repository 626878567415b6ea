import type { Problems } from "../errors";
import { routerName } from "./serving/router/endpoint-picker";
import type { Workloads } from "./workloads";

interface Named {
  readonly name: string;
  readonly namespace: string;
}

interface Services {
  readonly path: string;
  readonly name: string;
  readonly namespace: string;
  readonly services: readonly string[];
}

/**
 * The Services that are made for a workload, by the chart and by its operator.
 * @see ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/utils/util.go (`GenerateHeadServiceName`, `GenerateServeServiceName`)
 * @see kubernetes-sigs/lws pkg/controllers/leaderworkerset_controller.go (a headless Service of the set's name)
 */
function servicesOf({ rayClusters, serving, triton }: Workloads): Services[] {
  const all = (list: string, items: readonly Named[], suffixes: (i: number) => readonly string[]) =>
    items.map(({ name, namespace }, i) => ({
      path: `${list}[${i}].name`,
      name,
      namespace,
      services: suffixes(i).map((suffix) => `${name}${suffix}`),
    }));
  return [
    ...all("rayClusters", rayClusters, () => ["-head-svc"]),
    ...all("serving", serving, (i) =>
      serving[i]!.engine === "ray" ? ["", "-head-svc", "-serve-svc"] : ["", "-serve"],
    ),
    ...all("triton", triton, () => [""]),
  ];
}

/** Finds Services of one name: the API server takes the first of them, and the release fails. */
export function checkServices(problems: Problems, workloads: Workloads): void {
  const all = servicesOf(workloads);
  all.forEach(({ path, name, namespace, services }, i) => {
    const other = all
      .slice(0, i)
      .find(
        (before) => before.namespace === namespace && before.services.some((service) => services.includes(service)),
      );
    if (other === undefined || (other.name === name && other.path.split("[")[0] === path.split("[")[0])) return;
    const shared = other.services.find((service) => services.includes(service));
    problems.add(
      "duplicate",
      path,
      `${path} "${name}" and ${other.path} "${other.name}" would both have a Service "${shared}" in namespace "${namespace}"; give one of them another name or namespace`,
    );
  });
  checkRouters(problems, workloads);
}

/** A router and a Triton server are both Deployments. */
function checkRouters(problems: Problems, { serving, triton }: Workloads): void {
  triton.forEach(({ name, namespace }, i) => {
    const at = serving.findIndex(
      (model) =>
        model.engine !== "ray" &&
        model.routing === "prefix-aware" &&
        model.namespace === namespace &&
        routerName(model.name) === name,
    );
    if (at < 0) return;
    problems.add(
      "duplicate",
      `triton[${i}].name`,
      `triton[${i}].name "${name}" is also the name of the router's Deployment of serving[${at}] in namespace "${namespace}"; give one of them another name or namespace`,
    );
  });
}
