import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const accountingMissing: Rule = {
  id: "accounting-missing",
  area: "operations",
  severity: "info",
  clouds: ["aws", "azure", "gcp"],
  title: "Slurm without accounting",
  why: "Without accounting, GPU-hours per user are not recorded, and fair share and limits have no history.",
  fix: 'Set `kind` of `accounting` to "local", or to "external" with a database that outlives the head node.',
  verify: "`sacct -S now-1day` lists jobs instead of `accounting_storage is disabled`.",
  source: "https://slurm.schedmd.com/accounting.html",
  check: (design) =>
    checkEach(design.slurm, (s) =>
      s.accounting === "none"
        ? {
            path: `schedulers.${s.name}.accounting`,
            value: "none",
            allowed: "local or external",
            fix: set("accounting", { kind: "local" }),
          }
        : null,
    ),
};
