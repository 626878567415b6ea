import { checkEach, type Rule } from "../../rule";

export const accountingMissing: Rule = {
  id: "accounting-missing",
  area: "operations",
  severity: "info",
  clouds: "all",
  title: "Slurm without accounting",
  why: "Nobody can say afterwards who used how many GPU hours, and fair share and limits need that history.",
  fix: 'Set `kind` of `accounting` to "local", or to "external" with a database that outlives the head.',
  verify: "`sacct -S now-1day` lists jobs instead of `accounting_storage is disabled`.",
  source: "https://slurm.schedmd.com/accounting.html",
  check: (design) =>
    checkEach(design.slurm, (s) =>
      s.accounting === "none"
        ? {
            path: `schedulers.${s.name}.accounting`,
            value: "none",
            allowed: "local or external",
            fix: 'set accounting to { kind: "local" }',
          }
        : null,
    ),
};
