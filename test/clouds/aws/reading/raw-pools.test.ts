import { readTerraform } from "../../../../lib/clouds/read-terraform";
import { designOf } from "../../../../lib/review/design";
import { costFigures } from "../../../../lib/review/figures/cost";
import { quotasOf } from "../../../../lib/review/quotas";
import { reviewDesign } from "../../../../lib/review/review";

const imdsOf = (metadata_options?: object) => {
  const template = {
    instance_type: "p5.48xlarge",
    ...(metadata_options ? { metadata_options: [metadata_options] } : {}),
  };
  return readTerraform("stack", { resource: { aws_launch_template: { gpu: template } } })!.cluster.pools[0]!.aws!
    .imdsV2Required;
};

describe("the IMDS version of a launch template", () => {
  it.each([
    ["required", { http_tokens: "required" }, true],
    ["optional", { http_tokens: "optional" }, false],
    ["not set, beside a hop limit", { http_put_response_hop_limit: 2 }, null],
    ["empty, as a state has what is not set", { http_tokens: "", http_endpoint: "" }, null],
    ["of a variable", { http_tokens: "${var.tokens}" }, null],
    ["of a disabled endpoint", { http_endpoint: "disabled" }, true],
    ["without metadata options", undefined, null],
  ])("is read as %s", (_, options, expected) => {
    expect(imdsOf(options)).toBe(expected);
  });
});

const provider = { aws: [{ region: "us-east-1" }] };
const designOfResources = (resource: object) => designOf(readTerraform("stack", { provider, resource })!.cluster);

describe("launch templates of a *.tf.json that no construct wrote", () => {
  const launched = (instance_type: string, name: string, max_size: number) => ({
    template: { [name]: { instance_type } },
    group: { [name]: { min_size: 0, max_size, launch_template: [{ id: `\${aws_launch_template.${name}.id}` }] } },
  });

  it("are a pool each", () => {
    const [gpu, cpu] = [launched("g6e.12xlarge", "gpu", 7), launched("c7i.8xlarge", "cpu", 40)];
    const { cluster } = designOfResources({
      aws_launch_template: { ...gpu.template, ...cpu.template },
      aws_autoscaling_group: { ...gpu.group, ...cpu.group },
    });
    expect(cluster.pools.map(({ instanceType, nodes }) => [instanceType, nodes.max])).toEqual([
      ["c7i.8xlarge", 40],
      ["g6e.12xlarge", 7],
    ]);
  });
});

describe("the security groups of a launch template without interfaces", () => {
  const groups = (count: number) => Array.from({ length: count }, (_, i) => `sg-0123456789abcde${i}`);

  it.each([
    ["vpc_security_group_ids", 5, false],
    ["vpc_security_group_ids", 7, true],
    ["security_group_names", 6, true],
  ])("in %s are those of its interface: %d", (argument, count, above) => {
    const template = { instance_type: "p5.48xlarge", [argument]: groups(count) };
    const design = designOfResources({ aws_launch_template: { gpu: template } });
    const found = reviewDesign(design).findings.filter(({ rule }) => rule === "security-groups-above-quota");
    expect(design.cluster.pools[0]!.securityGroups).toBe(count);
    expect(found.length > 0).toBe(above);
  });
});

describe("EBS volumes of hand-written launches", () => {
  const perMonth = (resource: object) =>
    costFigures(designOfResources(resource))
      .parts.filter(({ kind }) => kind === "storage")
      .map(({ name, usdPerHour }) => [name, usdPerHour === null ? null : Math.round(usdPerHour * 730 * 100) / 100]);

  it.each([
    [
      { volume_type: "io2", volume_size: 500, iops: 20_000 },
      [
        ["500 GiB io2 root volume", 62.5],
        ["20000 IOPS of io2", 1300],
      ],
    ],
    [
      { volume_type: "io2", volume_size: 800, iops: 50_000 },
      [
        ["800 GiB io2 root volume", 100],
        ["32000 IOPS of io2", 2080],
        ["18000 IOPS of io2 beyond 32,000", null],
      ],
    ],
    [
      { volume_type: "io1", volume_size: 100, iops: 4000 },
      [
        ["100 GiB io1 root volume", null],
        ["4000 IOPS of io1", null],
      ],
    ],
    [{ volume_type: "gp2", volume_size: 600 }, [["600 GiB gp2 root volume", 60]]],
    [
      { volume_type: "gp3", volume_size: 400, iops: 9000 },
      [
        ["400 GiB root volume", 32],
        ["6000 IOPS beyond gp3's 3,000", 30],
      ],
    ],
  ])("of type and rates %j are billed at their own prices", (root_block_device, lines) => {
    const node = { instance_type: "g6e.xlarge", ami: "ami-1", root_block_device: [root_block_device] };
    expect(perMonth({ aws_instance: { node } })).toEqual(lines.map(([what, usd]) => [`1 x ${what} (node)`, usd]));
  });

  it("besides the root volume are billed and counted, wherever the root volume stands in the list", () => {
    const device = (device_name: string, ebs: object) => ({ device_name, ebs: [ebs] });
    const template = {
      instance_type: "g6e.xlarge",
      block_device_mappings: [
        device("/dev/sdf", { volume_type: "gp3", volume_size: 3000, throughput: 625 }),
        device("/dev/sda1", { volume_type: "gp3", volume_size: 100 }),
        device("/dev/sdg", { volume_type: "st1", volume_size: 2000 }),
      ],
    };
    const resource = { aws_launch_template: { gpu: template } };
    expect(perMonth(resource)).toEqual([
      ["1 x 100 GiB root volume (gpu)", 8],
      ["1 x 3000 GiB data volume (gpu)", 240],
      ["1 x 500 MB/s beyond gp3's 125 (gpu)", 20],
      ["1 x 2000 GiB st1 data volume (gpu)", 90],
    ]);
    const gp3 = quotasOf(designOfResources(resource)).find(({ code }) => code === "L-7A658B76");
    expect(gp3?.because).toEqual(["3100 GiB per node of pool gpu"]);
  });
});
