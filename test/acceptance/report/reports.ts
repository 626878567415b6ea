/**
 * The pages that the acceptance checks look at: reviews of a good design, one with much wrong, a service, fine-tuning, several
 * pools, Azure, UltraServers, a site, and one without a workload; a comparison and a ranking.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternativesOf } from "../../../lib/cli/alternatives";
import { compareCommand } from "../../../lib/cli/commands/compare-command";
import { planCommand } from "../../../lib/cli/commands/plan-command";
import { reviewedInput } from "../../../lib/cli/reviewed-input";
import type { Cluster, Workload } from "../../../lib/model/model";
import { designOf } from "../../../lib/review/design";
import { reviewHtml } from "../../../lib/review/report/html/page";
import { preflightScript } from "../../../lib/review/report/preflight";
import { reviewDesign } from "../../../lib/review/review";
import type { Suppression } from "../../../lib/review/suppression";
import { block, CHAT_8B, LLAMA_70B, onDemand, p5 } from "../../review/p5-cluster";
import { ray, serving } from "../../review/ray-cluster";

function report(cluster: Cluster, workload: Workload | null, suppress: readonly Suppression[] = []) {
  const design = designOf(cluster, workload);
  const html = reviewHtml(design, reviewDesign(design, suppress), { alternatives: alternativesOf(design) });
  return { html, preflight: preflightScript(design) };
}

const examples = join(__dirname, "../../../examples");

/** The report of an example. */
function ofExample(file: string) {
  const { design, result } = reviewedInput([join(examples, file)], { set: [] }).reviews[0]!;
  return {
    html: reviewHtml(design, result, { alternatives: alternativesOf(design) }),
    preflight: preflightScript(design),
  };
}

/** The page that a command writes; what it prints is kept quiet. */
function pageOf(command: (html: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const { log, error } = console;
  Object.assign(console, { log: () => {}, error: () => {} });
  try {
    command(join(folder, "page.html"));
    return readFileSync(join(folder, "page.html"), "utf8");
  } finally {
    Object.assign(console, { log, error });
    rmSync(folder, { recursive: true });
  }
}

const wrong = p5({
  pool: {
    placement: "cluster",
    aws: { networkInterfaces: [], imdsV2Required: true, imdsHopLimit: 3 },
    image: { family: "dlami-ubuntu-22.04", pinned: false },
  },
  scratch: { capacityGiB: 5000, name: "a-file-system-with-a-very-long-name-that-must-not-break-the-page" },
  monitoring: { monthlyBudgetUsd: 10_000 },
  slurm: { loginCidrs: ["0.0.0.0/0"] },
});

export const reports = {
  good: report(p5(), LLAMA_70B),
  block: report(p5({ pool: { capacity: [block(), onDemand()] } }), { ...LLAMA_70B, deadlineDays: 21 }),
  wrong: report(wrong, { ...LLAMA_70B, deadlineDays: 5, checkpointMinutes: 1440 }, [
    { rule: "imds-hop-limit-wide", reason: "the licence proxy runs in a nested container until March" },
  ]),
  service: report(serving(), CHAT_8B),
  ray: report(ray({ group: { rdmaDevicesPerPod: 0 } }), null),
  tuning: ofExample("blueprints/lora-spot-ray.yaml"),
  mixed: ofExample("blueprints/slurm-mixed.yaml"),
  large: ofExample("blueprints/inference-large-p5.yaml"),
  azure: ofExample("blueprints/azure-training-nd-h100.yaml"),
  ultraServers: report(p5({ pool: { instanceType: "p6e-gb200.36xlarge", nodes: { min: 18, max: 18 } } }), LLAMA_70B),
  site: ofExample("on-premises/site.yaml"),
};

const blueprint = (name: string) => join(examples, "blueprints", `${name}.yaml`);

/** Pages of tables. */
export const pages = {
  comparison: pageOf((html) =>
    compareCommand([blueprint("training-16-p5"), blueprint("training-8-p5en"), blueprint("training-64-p6-b200")], {
      set: [],
      html,
      failOn: "error",
    }),
  ),
  ranking: pageOf((html) => planCommand([blueprint("training-16-p5")], { set: [], by: "cost", top: "10", html })),
};
