import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Testing } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { loadBlueprint, parseBlueprint } from "../../lib/blueprint/load";
import { blueprintJsonSchema } from "../../lib/blueprint/schema/json-schema";
import { findInstanceType, instanceType } from "../../lib/catalog/instance-types";
import { messageOf } from "../clouds/aws/synthesized";
import { valid } from "./example";

const base = { file: "a.yaml", text: valid };

describe("parseBlueprint", () => {
  it("lets an overlay change a part and leave the rest", () => {
    const small = { file: "dev.yaml", text: "pools: { h100: { nodes: { max: 8 } } }" };
    expect(parseBlueprint([base, small]).blueprint.pools.h100!.nodes).toEqual({ min: 0, max: 8 });
  });

  it("lets an overlay take a part away", () => {
    expect(parseBlueprint([base, { file: "dev.yaml", text: "workload: null" }]).blueprint.workload).toBeUndefined();
  });

  it.each(["", "# nothing yet\n", "---\n...\n"])("lets an overlay say nothing: %j", (text) => {
    expect(parseBlueprint([base, { file: "dev.yaml", text }]).blueprint).toEqual(parseBlueprint([base]).blueprint);
  });

  it("takes YAML's merge keys, and keys that begin with x- for what is merged", () => {
    const text = `${valid}\nx-size: &size { nodes: { min: 0, max: 2 } }\n`;
    const over = "x-size: &size { min: 1, max: 3 }\npools: { h100: { nodes: { <<: *size } } }";
    const { pools } = parseBlueprint([
      { file: "a.yaml", text },
      { file: "b.yaml", text: over },
    ]).blueprint;
    expect(pools.h100!.nodes).toEqual({ min: 1, max: 3 });
  });

  it("asks for everything where the blueprint itself says nothing", () => {
    expect(messageOf(() => parseBlueprint([{ file: "a.yaml", text: "# soon\n" }]))).toContain(
      'a.yaml:1:1: apiVersion is required; write "warpform/v1"\n  1 | # soon',
    );
  });

  it.each([[valid], [[valid]], [[]]])("says what texts are where JavaScript gives others", (texts) => {
    expect(messageOf(() => parseBlueprint(texts as never))).toMatch(
      /^parseBlueprint: texts must be a list of texts, such as \[\{ file: "cluster\.yaml", text \}\], got /,
    );
  });

  it("says that paths are a list", () => {
    expect(messageOf(() => loadBlueprint("a.yaml" as never))).toBe(
      'loadBlueprint: paths must be a list of paths, such as ["cluster.yaml"], got "a.yaml"',
    );
  });

  it("says which alias stands for nothing", () => {
    const wrong = { file: "dev.yaml", text: "pools:\n  h100: *big\n" };
    expect(messageOf(() => parseBlueprint([base, wrong]))).toContain(
      'dev.yaml:2:9: *big stands for nothing: no &big comes before it; for text write "*big" in quotes\n  2 |   h100: *big\n',
    );
  });

  it("refuses aliases that multiply without end", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdef".split("").map((name, index) => {
        const last = "abcde"[index];
        return `${name}: &${name} [${Array(9).fill(`*${last}`).join(",")}]`;
      }),
    ].join("\n");
    expect(
      messageOf(() => parseBlueprint([{ file: "a.yaml", text: `${valid}x-bomb:\n${bomb.replace(/^/gm, "  ")}` }])),
    ).toContain("a.yaml:1:1: this cannot be read as YAML");
  });

  it("blames the file that made the mistake", () => {
    const wrong = { file: "dev.yaml", text: "pools:\n  h100:\n    nodes: { max: none }" };
    expect(messageOf(() => parseBlueprint([base, wrong]))).toContain(
      'dev.yaml:3:19: pools.h100.nodes.max must be a number, got "none"',
    );
  });
});

describe("loadBlueprint", () => {
  it("says which file is not there", () => {
    expect(messageOf(() => loadBlueprint(["nowhere.yaml"]))).toContain(
      "no such file: nowhere.yaml; give the path of a blueprint",
    );
  });

  it("says so where a directory is given", () => {
    expect(messageOf(() => loadBlueprint([__dirname]))).toContain(
      `${__dirname} is a directory without Terraform; give the path of a blueprint`,
    );
  });

  it("says how a setting must look", () => {
    const example = join(__dirname, "../../examples/blueprints/training-16-p5.yaml");
    expect(messageOf(() => loadBlueprint([example], ["pools"]))).toContain(
      'a setting must look like pools.h100.nodes.max=8, got "pools"',
    );
  });

  it("sets single values", () => {
    const example = join(__dirname, "../../examples/blueprints/training-16-p5.yaml");
    expect(loadBlueprint([example], ["pools.h100.nodes.max=32"]).blueprint.pools.h100!.nodes.max).toBe(32);
  });
});

describe("buildBlueprint", () => {
  const { cluster } = buildBlueprint(Testing.app(), parseBlueprint([base]));

  it("gives the cluster's model with its workload", () => {
    expect(cluster).toMatchObject({ name: "train", region: "us-east-2", workload: { kind: "training", tokens: 1e12 } });
    expect(cluster.pools[0]).toMatchObject({ fabric: { name: "fabric" }, adoptedBy: { kind: "fleet", name: "train" } });
    expect(cluster.fileSystems[0]).toMatchObject({ kind: "lustre", capacityGiB: 48_000, throughputPerTiB: 250 });
  });
});

describe("a pool's buckets", () => {
  it("may be read and written by its nodes", () => {
    const withBucket = valid.replace("    mounts:\n", "    buckets: [checkpoints]\n    mounts:\n");
    const { stack } = buildBlueprint(Testing.app(), parseBlueprint([{ file: "a.yaml", text: withBucket }]));
    expect(JSON.stringify(Testing.synth(stack))).toContain("s3:PutObject");
  });
});

describe("schema/blueprint.schema.json", () => {
  it("is what the schema gives now; npm run schema writes it anew", () => {
    const committed = JSON.parse(readFileSync(join(__dirname, "../../schema/blueprint.schema.json"), "utf8"));
    expect(committed).toEqual(JSON.parse(JSON.stringify(blueprintJsonSchema())));
  });
});

describe("Slurm's further keys", () => {
  it("reach the head", () => {
    const slurm = `slurm:
  partitions: [{ name: train, pools: [h100], maxNodesPerJob: 8 }]
  loginNodes: 1
  loginCidrs: [203.0.113.0/24]
  stateVolumeGiB: 321
  accounting: { kind: external, databaseHost: db.example.com, passwordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf" }
  directory: { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" }
`;
    const text = valid.replace("fleets:\n  train: { pool: h100 }\n", slurm);
    const { stack } = buildBlueprint(Testing.app(), parseBlueprint([{ file: "a.yaml", text }]));
    const terraform = Testing.synth(stack);
    for (const part of ["203.0.113.0/24", "db.example.com", '"size": 321']) expect(terraform).toContain(part);
  });
});

describe("the catalog of a blueprint", () => {
  const own = { source: "our account, aws ec2 describe-instance-types", checkedOn: "2026-11-22" };
  const p9 = { ...instanceType("p5.48xlarge"), name: "p9.48xlarge", family: "p9", ...own };
  const rows = { instanceTypes: [p9] };
  const with9 = (catalog: object) => ({
    file: "a.yaml",
    text: `${valid.replaceAll("p5.48xlarge", "p9.48xlarge")}\ncatalog: ${JSON.stringify(catalog)}\n`,
  });

  it("adds rows that pools then use, and stays in the blueprint as it was given", () => {
    const loaded = parseBlueprint([with9(rows)]);
    expect(findInstanceType("p9.48xlarge")?.source).toBe(own.source);
    expect(loaded.blueprint.catalog).toEqual(rows);
    const app = Testing.app();
    expect(buildBlueprint(app, loaded).cluster.pools[0]?.instanceType).toBe("p9.48xlarge");
    expect(ejectBlueprint(loaded.blueprint)).toContain('import { extendCatalog } from "warpform/catalog";');
  });

  it("reads files that lie beside the blueprint", () => {
    const folder = mkdtempSync(join(tmpdir(), "catalog-"));
    writeFileSync(join(folder, "own.yaml"), JSON.stringify({ instanceTypes: [{ ...p9, name: "p9.24xlarge" }] }));
    writeFileSync(join(folder, "a.yaml"), `${valid}\ncatalog: { files: [own.yaml] }\n`);
    loadBlueprint([join(folder, "a.yaml")]);
    expect(findInstanceType("p9.24xlarge")?.vcpus).toBe(192);
  });

  it.each([
    [
      { instanceTypes: [{ ...p9, memoryGiB: "2 TB" }] },
      'catalog.instanceTypes.0.memoryGiB must be a number, got "2 TB"',
    ],
    [{ instanceTypes: [{ ...p9, source: undefined }] }, "catalog.instanceTypes.0.source"],
    [{ files: ["nowhere.yaml"] }, "nowhere.yaml"],
    [{ instanceType: [] }, 'catalog.instanceType is not known; did you mean "instanceTypes"'],
  ])("refuses what the catalog would not hold, with its line: %j", (catalog, message) => {
    const text = messageOf(() => parseBlueprint([with9(catalog)]));
    expect(text).toContain(message);
    expect(text).toMatch(/^a\.yaml has \d problems?:\n\na\.yaml:\d+:\d+: /);
  });
});
