/** The reports that the acceptance checks look at: a good design, one with much wrong, a service, one without a workload. */
import { alternativesOf } from "../../../lib/cli/alternatives";
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
};
