import { exampleNames, terraformOf } from "./terraform-of";

describe.each(exampleNames)("the example %s", (name) => {
  it("gives the same bytes a second time", () => {
    expect(JSON.stringify(terraformOf(name))).toBe(JSON.stringify(terraformOf(name)));
  });
});
