import { Testing } from "cdktf";
import { InferenceRegions } from "../../lib/architectures/inference-regions";
import type { InferenceRegionsProps } from "../../lib/architectures/inference-regions-props";
import { Capacity } from "../../lib/clouds/aws/pools/capacity/capacity";
import { clusterModel } from "../../lib/clouds/common/cluster-model";
import { review } from "../../lib/review/review";
import { messageOf, only, synthesized } from "../clouds/aws/synthesized";

const props: InferenceRegionsProps = {
  workload: { model: "llama-3.1-8b", requestsPerSecond: 20, promptTokens: 1000, outputTokens: 200 },
  address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
  regions: [
    { availabilityZone: "us-east-2a", instanceType: "g6e.4xlarge" },
    { availabilityZone: "eu-central-1a", instanceType: "g6e.4xlarge" },
  ],
};
const built = (over: Partial<InferenceRegionsProps> = {}) =>
  new InferenceRegions(Testing.app(), "llm", { ...props, ...over });

describe("InferenceRegions", () => {
  const service = built();
  const terraform = service.regions.map(({ stack }) => synthesized(stack));

  it("makes one stack a region, named after it, with nothing found that must be mended", () => {
    expect(service.regions.map(({ stack }) => stack.node.id)).toEqual(["llm-us-east-2", "llm-eu-central-1"]);
    for (const { stack, cluster } of service.regions) {
      const { findings } = review(clusterModel(stack, cluster.workload));
      expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    }
  });

  it("gives each region's load balancer the same name, chosen by latency while its targets are healthy", () => {
    for (const [i, region] of ["us-east-2", "eu-central-1"].entries()) {
      expect(only(terraform[i]!, "aws_route53_record", "serve_address")).toMatchObject({
        name: "llm.example.com",
        zone_id: "Z0123456789ABCDEFGHIJ",
        set_identifier: region,
        latency_routing_policy: { region },
        alias: { evaluate_target_health: true },
      });
    }
  });

  it("finds the load balancer by its tags, after everything is installed", () => {
    const [found] = Object.values(terraform[0]!.data!.aws_lb!) as [{ tags: object; depends_on: string[] }];
    expect(found.tags).toEqual({ "warpform:cluster": "llm-us-east-2", "warpform:service": "serving/model" });
    expect(found.depends_on).toEqual([expect.stringContaining("helm_release.")]);
  });

  it("sizes each of two regions for all requests, and says why", () => {
    expect(service.regions.map(({ cluster }) => cluster.workload.requestsPerSecond)).toEqual([20, 20]);
    expect(service.decisions[0]).toEqual({
      choice: "20 of 20 requests per second in us-east-2",
      why: "its share of 50 %, plus what latency routing sends to it while one other Region is down",
    });
  });

  it("divides by weight where it is asked to", () => {
    const [first, second] = props.regions;
    const weighted = built({
      routing: "weighted",
      regions: [
        { ...first!, share: 0.75 },
        { ...second!, share: 0.25 },
      ],
    });
    const records = weighted.regions.map(({ stack }) =>
      only(synthesized(stack), "aws_route53_record", "serve_address"),
    );
    expect(records.map((record) => record.weighted_routing_policy)).toEqual([{ weight: 75 }, { weight: 25 }]);
  });

  it.each<[string, Partial<InferenceRegionsProps>, string]>([
    [
      "one region",
      { regions: [{ availabilityZone: "us-east-2a" }] },
      "llm: regions must be two or more, got 1; use InferenceCluster for one",
    ],
    [
      "two zones of one region",
      { regions: [{ availabilityZone: "us-east-2a" }, { availabilityZone: "us-east-2b" }] },
      "llm: regions[1].availabilityZone must be in a region of its own, got a second zone of us-east-2; use another region",
    ],
    [
      "a region in place of a zone",
      { regions: [{ availabilityZone: "us-east-2" }, { availabilityZone: "eu-central-1a" }] },
      'llm: regions[0].availabilityZone must be a zone such as "us-east-2a", got "us-east-2"',
    ],
    [
      "misspelt props, as a program without types has them",
      {
        routing: "nearest" as "latency",
        regions: [{ availabilityZone: "us-east-2a" }, { availabilityZone: "eu-central-1a", node: 4 } as never],
      },
      `llm has 2 problems:
  - regions[1].node is not a prop; did you mean nodes
  - routing must be "latency" or "weighted", got "nearest"; use "latency"`,
    ],
    [
      "a source of one region that is none",
      {
        regions: [
          { availabilityZone: "us-east-2a", instanceType: "g6e.4xlarge" },
          { availabilityZone: "eu-central-1a", instanceType: "g6e.4xlarge", capacity: [Capacity.reservation("cr-1")] },
        ],
      },
      'llm: regions[1]: capacity[0] reservation id must look like "cr-0123456789abcdef0", got "cr-1"',
    ],
    [
      "names that DNS does not know",
      { address: { name: "llm_example", hostedZoneId: "zone" } },
      `llm has 2 problems:
  - name must be a DNS name, such as "llm.example.com", got "llm_example"
  - hostedZoneId must be a Route 53 hosted zone's id, such as "Z0123456789ABCDEFGHIJ", got "zone"`,
    ],
    [
      "a name for what only the cluster reaches",
      { serving: { exposure: "cluster" } },
      'llm: service "model" is reached only inside the cluster, so that DNS has nothing to name; give it exposure "internal" or "public"',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(messageOf(() => built(over))).toBe(message);
  });
});
