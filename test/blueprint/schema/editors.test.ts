import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { parse } from "yaml";
import { blueprintJsonSchema } from "../../../lib/blueprint/schema/json-schema";
import { valid } from "../example";

const validate = new Ajv2020({ strict: false }).compile(blueprintJsonSchema());

describe("every example", () => {
  const folder = join(__dirname, "../../../examples/blueprints");

  it.each(readdirSync(folder).filter((file) => file.endsWith(".yaml")))(
    "is valid under the JSON Schema: %s",
    (file) => {
      validate(parse(readFileSync(join(folder, file), "utf8")));
      expect(validate.errors).toBeNull();
    },
  );

  it("is valid under a schema that refuses what it must", () => {
    expect(validate({ ...(parse(valid) as object), fabrics: {} })).toBe(false);
  });
});

describe("a blueprint in Azure", () => {
  const text = `apiVersion: warpform/v1
name: train
cloud: azure
network: { availabilityZone: eastus-1 }
fabric: {}
fileSystems:
  scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250 }
pools:
  h100: { instanceType: Standard_ND96isr_H100_v5, nodes: { min: 16, max: 16 } }
fleets:
  run: { pool: h100 }
`;

  it("is checked by editors with Azure's keys", () => {
    expect(validate(parse(text))).toBe(true);
    expect(validate({ ...parse(text), slurm: {} })).toBe(false);
    expect(validate(parse(text.replace("fabric: {}", "fabric: { nicLayout: ip-saving }")))).toBe(false);
    expect(validate(parse(text.replace("cloud: azure\n", "").replace("{ kind: lustre", "{ vnet: 1")))).toBe(false);
  });
});
