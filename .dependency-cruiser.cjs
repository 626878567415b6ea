/** The layers of docs/architecture.md: each folder of lib/ may import itself and what its row lists, nothing else. */
const layers = {
  units: [],
  catalog: ["units"],
  model: ["units", "catalog"],
  sizing: ["units", "catalog", "model"],
  diff: [],
  review: ["units", "catalog", "model", "sizing"],
  slurm: ["units", "catalog", "model", "sizing"],
  kubernetes: ["units", "catalog", "model", "sizing"],
  clouds: ["units", "catalog", "model", "sizing", "review", "slurm", "kubernetes"],
  architectures: ["units", "catalog", "model", "sizing", "review", "slurm", "kubernetes", "clouds"],
  blueprint: ["units", "catalog", "model", "sizing", "review", "slurm", "kubernetes", "clouds", "architectures"],
  cli: [
    "units",
    "catalog",
    "model",
    "sizing",
    "review",
    "slurm",
    "kubernetes",
    "clouds",
    "architectures",
    "blueprint",
    "diff",
  ],
  pulumi: [
    "units",
    "catalog",
    "model",
    "sizing",
    "review",
    "slurm",
    "kubernetes",
    "clouds",
    "architectures",
    "blueprint",
  ],
  testing: ["units", "catalog", "model", "sizing", "review", "clouds"],
};

const cloudFree = ["units", "catalog", "model", "sizing", "review", "slurm", "kubernetes", "diff"].join("|");

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, below]) => ({
      name: `layer-${folder}`,
      severity: "error",
      from: { path: `^lib/${folder}/` },
      to: { path: "^lib/", pathNot: [`^lib/${folder}/`, "^lib/errors\\.ts$", ...below.map((b) => `^lib/${b}/`)] },
    })),
    {
      name: "no-cloud-package-in-pure-layers",
      comment: "catalog to kubernetes are pure functions of the model: no CDK, no cloud provider, no Pulumi",
      severity: "error",
      from: { path: `^lib/(${cloudFree})/` },
      to: { path: "node_modules/(cdktf|constructs|@cdktf|cdktn|@cdktn|@pulumi)" },
    },
    {
      name: "no-provider-barrel",
      comment: "the provider's barrel costs seconds at each synth; import the submodule",
      severity: "error",
      from: { path: "^(lib|examples)/" },
      to: { path: "node_modules/@cdktf/provider-[a-z]+/lib/index\\.js$" },
    },
    {
      name: "no-circular",
      severity: "error",
      from: { path: "^lib/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
