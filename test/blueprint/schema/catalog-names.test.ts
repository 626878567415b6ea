import { blueprintJsonSchema } from "../../../lib/blueprint/schema/json-schema";

const schema = blueprintJsonSchema() as {
  $defs: Record<string, { enum: string[] }>;
  else: { properties: { pools: { additionalProperties: { properties: { instanceType: unknown } } } } };
};

describe("the JSON Schema", () => {
  it("lists the names of the catalog, for editors to complete", () => {
    expect(schema.$defs.instanceTypeWithAccelerators?.enum).toEqual(
      expect.arrayContaining(["g6e.12xlarge", "p5.48xlarge"]),
    );
    expect(schema.$defs.instanceTypeWithoutAccelerators?.enum).toContain("m7i.xlarge");
    expect(schema.$defs.model?.enum).toContain("llama-3.1-70b");
  });

  it("takes other names too, which a catalog of the reader's own may have", () => {
    expect(schema.else.properties.pools.additionalProperties.properties.instanceType).toEqual({
      description: "EC2 instance type of the catalog, `p5.48xlarge`; types without GPUs make CPU pools.",
      anyOf: [
        { $ref: "#/$defs/instanceTypeWithAccelerators" },
        { $ref: "#/$defs/instanceTypeWithoutAccelerators" },
        { type: "string" },
      ],
    });
  });

  it("has no word that only this library reads", () => {
    expect(JSON.stringify(schema)).not.toContain('"catalog":["');
  });
});
