import { join } from "node:path";
import { imagesCommand } from "../../../lib/cli/commands/images-command";

const blueprint = join(__dirname, "../../../examples/blueprints/lora-spot-ray.yaml");
const MIRROR = "kubeRay.registry={ mirror: registry.example.com/mirror, charts: oci://registry.example.com/charts }";

/** What the command prints. */
function printed(options: Parameters<typeof imagesCommand>[1], path = blueprint): string {
  const log = jest.spyOn(console, "log").mockReturnValue();
  imagesCommand([path], options);
  const text = log.mock.calls.join("\n");
  log.mockRestore();
  return text;
}

describe("warpform images", () => {
  it("lists every image and chart, with where nodes and Terraform pull them from", () => {
    const { images, charts } = JSON.parse(printed({ set: [MIRROR], json: true }));
    expect(images).toContainEqual({
      image: "quay.io/kuberay/operator:v1.7.0",
      pulledFrom: "registry.example.com/mirror/quay.io/kuberay/operator:v1.7.0",
      digest: null,
    });
    expect(charts).toContainEqual({
      chart: "kuberay-operator",
      repository: "https://ray-project.github.io/kuberay-helm/",
      pulledFrom: "oci://registry.example.com/charts",
      version: "1.7.0",
    });
  });

  it("shows the account of ECR's cache as a place to fill in, and where an image is pinned by its digest", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const set = [
      "kubeRay.registry={ pullThrough: {} }",
      `kubeRay.rayClusters=[{ name: dev, pools: [l40s], queue: support, image: 'docker.io/team/train@${digest}' }]`,
    ];
    const { images } = JSON.parse(printed({ set, json: true }));
    const of = (start: string) => images.find(({ image }: { image: string }) => image.startsWith(start));
    expect(of("quay.io/").pulledFrom).toMatch(/^<account-id>\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com\//);
    expect(of("docker.io/team/train").digest).toBe(digest);
  });

  it("prints tables, and says where no containers start", () => {
    expect(printed({ set: [] })).toMatch(/^image +pulled from +pinned by\n/);
    const slurm = join(__dirname, "../../../examples/blueprints/lora-one-node.yaml");
    expect(printed({ set: [] }, slurm)).toMatch(/^this design starts no containers/);
  });
});
