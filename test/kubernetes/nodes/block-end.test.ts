import { blockEnds } from "../../../lib/kubernetes/nodes/block-end";

describe("blockEnds", () => {
  it("makes nothing without nodes that end", () => {
    expect(blockEnds([])).toEqual([]);
  });

  it("drains the nodes 15 minutes before the cloud ends them, budgets or not", () => {
    const objects = blockEnds([
      { name: "h100-block", selector: "nodes=h100-block", endsAtMs: Date.parse("2027-02-01T00:10:00Z") },
    ]);
    expect(objects.map(({ kind }) => kind)).toEqual(["ServiceAccount", "ClusterRole", "ClusterRoleBinding", "CronJob"]);
    expect(objects.at(-1)).toMatchObject({
      metadata: { name: "block-end-h100-block" },
      spec: {
        schedule: "55 23 31 1 *",
        timeZone: "Etc/UTC",
        jobTemplate: {
          spec: {
            template: {
              spec: {
                containers: [
                  { args: expect.arrayContaining(["drain", "--selector=nodes=h100-block", "--disable-eviction"]) },
                ],
              },
            },
          },
        },
      },
    });
  });
});
