import { join } from "node:path";
import { TerraformResource, TerraformStack } from "cdktf";
import { buildInMemory } from "../../lib/cli/build-in-memory";
import { blueprintNames, blueprints } from "../../scripts/blueprint-reviews";
import { knownAddresses } from "../../scripts/example-addresses";

/** The addresses of a blueprint's resources, by stack; nothing is synthesized. */
function addressesOf(name: string, settings: readonly string[] = []): Record<string, string[]> {
  const { app } = buildInMemory([join(blueprints, `${name}.yaml`)], settings);
  const stacks = app.node.children.filter(TerraformStack.isStack);
  return Object.fromEntries(
    stacks.map((stack) => {
      const resources = stack.node.findAll().filter(TerraformResource.isTerraformResource);
      const addresses = resources.map((r) => `${r.terraformResourceType}.${r.friendlyUniqueId}`);
      return [stack.node.id, [...new Set(addresses)].sort()];
    }),
  );
}

describe("the addresses of an example blueprint's resources", () => {
  it.each(blueprintNames())(
    "are those written down for %s: CONTRIBUTING.md, Addresses, says what to do about others",
    (name) => {
      expect(knownAddresses()).toMatchObject(addressesOf(name));
    },
  );
});

describe("an address stays when", () => {
  const before = Object.values(addressesOf("slurm-mixed")).flat();
  const scratch = "fileSystems.scratch={ kind: lustre, capacityTiB: 12 }";

  it.each([
    [
      "a pool is added",
      [
        "pools.extra={ instanceType: c7i.24xlarge, nodes: { min: 0, max: 2 } }",
        "slurm.partitions=[{ name: extra, pools: [extra] }, { name: all, pools: [h100, l40s, cpu] }]",
      ],
    ],
    [
      "an account is added",
      ["slurm.accounts=[{ name: new, share: 1, users: [ada, bob] }, { name: research, share: 5, users: [ada] }]"],
    ],
    [
      "a user is added",
      [
        "slurm.users=[{ name: new, uid: 1900 }, { name: ada, uid: 2001 }, { name: bob, uid: 2002 }]",
        "slurm.accounts=[{ name: research, share: 5, users: [ada, new] }, { name: product, share: 3, users: [bob] }]",
      ],
    ],
    [
      "a partition is added",
      ["slurm.partitions=[{ name: new, pools: [cpu] }, { name: train, pools: [h100] }, { name: lora, pools: [l40s] }]"],
    ],
    [
      "a quality of service is added",
      ["slurm.qos=[{ name: new, priority: 1 }, { name: urgent, priority: 100, preempts: [normal] }]"],
    ],
    ["a bucket is added", ["buckets.results={}"]],
    ["a file system is added", [scratch]],
    [
      "a mount is added before the others",
      [scratch, "pools.cpu.mounts=[{ fileSystem: scratch, path: /scratch }, { fileSystem: home, path: /home }]"],
    ],
    ["the budget is another", ["monitoring.monthlyBudgetUsd=1"]],
    ["an address is told first", ["monitoring.emails=[new@example.com, gpu-team@example.com]"]],
    ["a pool grows", ["pools.cpu.nodes.max=40"]],
    ["login machines are added", ["slurm.loginNodes=2"]],
    ["a description is written", ["description=three teams"]],
  ])("%s", (_, settings) => {
    const after = new Set(Object.values(addressesOf("slurm-mixed", settings)).flat());
    expect(before.filter((address) => !after.has(address))).toEqual([]);
  });
});
