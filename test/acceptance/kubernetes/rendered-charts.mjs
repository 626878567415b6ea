// The local charts of the synthesized examples, rendered by the real Helm with values such as Terraform would give.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { run, tail } from "../lib/checks.mjs";

/** What a Terraform expression might become. */
function made(expression) {
  if (/security_group/.test(expression)) return "sg-0123456789abcdef0";
  if (/aws_subnet/.test(expression)) return "subnet-0123456789abcdef0";
  if (/lustre_file_system.*\.dns_name/.test(expression)) return "fs-0123456789abcdef0.fsx.us-east-2.amazonaws.com";
  // each store has an address of its own, so that a head that moves to another is another
  const store = /\.([\w-]+)\.primary_endpoint_address/.exec(expression)?.[1];
  if (store) return `master.${store.toLowerCase().replaceAll("_", "-")}.use2.cache.amazonaws.com`;
  return "made-by-terraform";
}

/** The charts of a stack: name, folder, values file, and what Helm makes of them. */
export function renderedCharts(helm, { name: stack, directory, json }, folder) {
  const releases = Object.values(json.resource?.helm_release ?? {}).filter(({ chart }) => chart.startsWith("assets/"));
  // Karpenter's are in its chart, those of node groups and of AKS in Terraform
  const { aws_eks_node_group, azurerm_kubernetes_cluster, azurerm_kubernetes_cluster_node_pool } = json.resource ?? {};
  const text = JSON.stringify([aws_eks_node_group, azurerm_kubernetes_cluster, azurerm_kubernetes_cluster_node_pool]);
  const groups = [...text.matchAll(/"warpform\/pool":"([^"]+)"/g)].map(([, pool]) => pool);
  return releases.map(({ name, chart, values }, i) => {
    // two clusters of a stack have releases of the same names
    const earlier = releases.slice(0, i).filter((release) => release.name === name).length;
    const own = `${stack}-${name}${earlier > 0 ? `-${earlier + 1}` : ""}`;
    const path = join(directory, chart);
    if (!existsSync(join(path, "Chart.yaml"))) throw new Error(`${chart} has no Chart.yaml: ${readdirSync(directory)}`);
    const valuesFile = join(folder, `${own}-values.json`);
    writeFileSync(valuesFile, values[0].replaceAll(/\$\{[^}]*\}/g, made));
    const result = run(helm, ["template", name, path, "--namespace", "warpform", "--values", valuesFile]);
    if (result.status !== 0) throw new Error(`helm template of ${name}: ${tail(result)}`);
    const manifests = join(folder, `${own}.yaml`);
    writeFileSync(manifests, result.stdout);
    const documents = parseAllDocuments(result.stdout);
    const broken = documents.flatMap(({ errors }) => errors);
    if (broken.length > 0) throw new Error(`${name} is no YAML: ${broken[0]}`);
    const objects = documents.map((document) => document.toJS()).filter((object) => object !== null);
    return { stack, name, path, valuesFile, manifests, objects, groups };
  });
}
