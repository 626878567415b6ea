import { addressesGone } from "../../lib/diff/addresses";
import { readStack } from "../../lib/diff/terraform-stack";
import { knownAddresses } from "../../scripts/example-addresses";
import { unruledAttributes } from "../unruled-attributes";
import { exampleNames, terraformOf } from "./terraform-of";

/** What a snapshot holds on to: all but the texts of bundled programs, which are tested by themselves. */
function comparable(terraform: Record<string, unknown>): unknown {
  const bundles = ["slurm/setup.json", "slurm/slurm.json"];
  return JSON.parse(JSON.stringify(terraform), (key, value) => {
    if (/_text-(setup|slurm)json_/.test(key)) return "(programs)";
    return bundles.includes(value?.key) ? { ...value, content: "(programs)" } : value;
  });
}

describe.each(exampleNames)("the example %s", (name) => {
  const first = terraformOf(name);

  it("gives the Terraform that was looked at", () => {
    expect(comparable(first)).toMatchSnapshot();
  });

  it("keeps the address of every resource, or moves it: CONTRIBUTING.md, Addresses, says what to do", () => {
    for (const [name, terraform] of Object.entries(first)) {
      const stack = readStack(JSON.stringify(terraform), name);
      const known = knownAddresses()[name] ?? [];
      expect(addressesGone(known, stack)).toEqual([]);
      expect([...stack.resources.keys()].filter((address) => !known.includes(address))).toEqual([]);
    }
  });

  it("writes no attribute of which the comparison cannot say what a change does", () => {
    for (const [name, terraform] of Object.entries(first)) {
      expect(unruledAttributes(readStack(JSON.stringify(terraform), name))).toEqual([]);
    }
  });
});
