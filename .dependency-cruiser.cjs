/**
 * The layers of docs/architecture.md, from the bottom up: each folder of lib/ may import itself, lib/errors.ts and what its row
 * lists, nothing else. Type-only imports count.
 */
const layers = {
  units: [],
  engine: [],
  remedies: [],
  props: ["units", "remedies"],
  catalog: ["units"],
  model: ["units", "remedies", "catalog"],
  sizing: ["units", "catalog", "model"],
  diff: [],
  review: ["units", "remedies", "catalog", "model", "sizing"],
  slurm: ["units", "remedies", "props", "catalog", "model", "sizing"],
  kubernetes: ["units", "remedies", "props", "catalog", "model", "sizing"],
  clouds: ["units", "remedies", "props", "catalog", "model", "sizing", "review", "slurm", "kubernetes"],
  architectures: [
    "units",
    "remedies",
    "props",
    "catalog",
    "model",
    "sizing",
    "review",
    "slurm",
    "kubernetes",
    "clouds",
  ],
  blueprint: [
    "units",
    "remedies",
    "props",
    "catalog",
    "model",
    "sizing",
    "review",
    "slurm",
    "kubernetes",
    "clouds",
    "architectures",
  ],
  cli: [
    "units",
    "remedies",
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
    "engine",
  ],
  pulumi: [
    "units",
    "remedies",
    "props",
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
  testing: ["units", "remedies", "props", "catalog", "model", "sizing", "review", "clouds"],
};

/** The rooms of every cloud, in the order in which a cluster is thought of: each may import those before it. */
const rooms = ["shared", "network", "fabric", "storage", "monitoring", "pools", "fleet", "slurm", "kubernetes"];
/** What starts nodes; the one adopter knows nothing of the other. */
const adopters = ["fleet", "slurm", "kubernetes"];
const roomsBelow = (room) =>
  rooms.slice(0, rooms.indexOf(room)).filter((other) => !(adopters.includes(room) && adopters.includes(other)));

const cloudFree = [
  "units",
  "remedies",
  "props",
  "catalog",
  "model",
  "sizing",
  "review",
  "slurm",
  "kubernetes",
  "diff",
  "engine",
].join("|");

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, below]) => ({
      name: `layer-${folder}`,
      severity: "error",
      from: { path: `^lib/${folder}/` },
      to: { path: "^lib/", pathNot: [`^lib/${folder}/`, "^lib/errors\\.ts$", ...below.map((b) => `^lib/${b}/`)] },
    })),
    {
      name: "layer-errors",
      comment: "every folder may import it, so it imports the words of fixes alone, which import nothing",
      severity: "error",
      from: { path: "^lib/errors\\.ts$" },
      to: { path: "^lib/", pathNot: "^lib/remedies/" },
    },
    ...rooms.map((room) => ({
      name: `room-${room}`,
      comment: "within a cloud: network, fabric, storage, monitoring, pools, then what starts the nodes",
      severity: "error",
      from: { path: `^lib/clouds/([^/]+)/${room}/` },
      to: { path: "^lib/clouds/$1/", pathNot: [room, ...roomsBelow(room)].map((r) => `^lib/clouds/$1/${r}/`) },
    })),
    {
      name: "no-cloud-beside-a-cloud",
      comment: "clouds share lib/clouds/common and never one another's files",
      severity: "error",
      from: { path: "^lib/clouds/([^/]+)/" },
      to: {
        path: "^lib/clouds/[^/]+/",
        pathNot: ["^lib/clouds/$1/", "^lib/clouds/common/", "^lib/clouds/cloud\\.ts$"],
      },
    },
    {
      name: "no-cloud-by-name",
      comment:
        "what names no cloud takes one: a Cloud of lib/clouds/cloud.ts, by default that of lib/clouds/default-cloud.ts",
      severity: "error",
      from: { path: "^lib/", pathNot: ["^lib/clouds/", "^lib/index\\.ts$"] },
      to: { path: "^lib/clouds/[^/]+/", pathNot: "^lib/clouds/common/" },
    },
    {
      name: "no-barrel",
      comment: "index.ts is for users; within the library import the file that declares the name",
      severity: "error",
      from: { path: "^lib/", pathNot: "/index\\.ts$" },
      to: { path: ["^lib/index\\.ts$", "^lib/.*/index\\.ts$"] },
    },
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
      comment: "not even of types: put the props in a file of their own",
      severity: "error",
      from: { path: "^lib/" },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
