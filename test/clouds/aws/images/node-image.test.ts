import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bakeSteps, componentDocument } from "../../../../lib/clouds/aws/images/bake-steps";
import { BAKED_PACKAGES, BAKED_PROGRAMS, DISK_PACKAGES } from "../../../../lib/clouds/aws/images/baked-packages";
import type { NodeImageProps } from "../../../../lib/clouds/aws/index";
import { ClusterNetwork, GpuNodePool, Image, NodeImage } from "../../../../lib/clouds/aws/index";
import { adopt, messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const checked = (name: string) => ({ url: `https://example.com/${name}`, sha256: "A1".repeat(32) });
const containerPackages = {
  enroot: checked("enroot.deb"),
  enrootCaps: checked("caps.deb"),
  pyxis: checked("pyxis.tgz"),
};

function image(props: Partial<NodeImageProps> = {}): NodeImage {
  const stack = testStack();
  return new NodeImage(stack, "slurm-image", { network: testNetwork(stack), contents: ["slurm-node"], ...props });
}

const problems = (props: Partial<NodeImageProps>) => messageOf(() => image(props));

interface Document {
  readonly phases: readonly { readonly name: string; readonly steps: readonly { inputs: { commands: string[] } }[] }[];
}

describe("NodeImage", () => {
  it("is built by Image Builder after its way out, tested, and booted by a pool", () => {
    const made = image({ contents: ["slurm-node", "lustre"] });
    adopt(
      new GpuNodePool(made.node.scope!, "h100", {
        network: made.node.scope!.node.findChild("network") as ClusterNetwork,
        instanceType: "p5.48xlarge",
        nodes: { min: 0, max: 4 },
        image: made.image,
      }),
    );
    const terraform = synthesized(testStackOf(made));
    const build = only(terraform, "aws_imagebuilder_image");
    expect(build.depends_on).toEqual(expect.arrayContaining([expect.stringMatching(/^aws_nat_gateway\./)]));
    expect(build.image_tests_configuration).toMatchObject({ image_tests_enabled: true });
    const recipe = only(terraform, "aws_imagebuilder_image_recipe");
    expect(recipe.parent_image).toBe(
      "ssm:/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id",
    );
    expect(only(terraform, "aws_launch_template").image_id).toMatch(
      /^\$\{tolist\(aws_imagebuilder_image\.slurm-image_\w+\.output_resources\[0\]\.amis\)\.0\.image\}$/,
    );
  });

  it("names components and recipe by what they hold, and another revision is another recipe", () => {
    const names = (props: Partial<NodeImageProps>) => {
      const made = synthesized(testStackOf(image(props)));
      return [...resources(made, "aws_imagebuilder_component"), only(made, "aws_imagebuilder_image_recipe")].map(
        ({ name }) => String(name),
      );
    };
    const [first, again, next] = [names({}), names({}), names({ revision: "2" })];
    expect(again).toEqual(first);
    expect(next.slice(0, -1)).toEqual(first.slice(0, -1));
    expect(next.at(-1)).not.toBe(first.at(-1));
  });

  it.each([
    [{ contents: ["slurm-node", "slurm-head"] }, "contents must have at most one Slurm role"],
    [{ contents: [] }, "contents must be"],
    [{ contents: ["lustre"], containerPackages }, "containerPackages is for images with Slurm"],
    [{ parent: Image.plain("al2023") }, "parent must be Ubuntu"],
    [{ parent: Image.dlami("ubuntu-22.04") }, "parent must be Ubuntu 24.04 for Slurm's packages"],
    [{ buildInstanceType: "m7g.xlarge" }, "m7g.xlarge has arm64 processors"],
    [{ aptSnapshot: "2026-11-01" }, "aptSnapshot must be a moment of Ubuntu's snapshot service"],
    [{ tags: { who: "me & you" } }, "tags must have values of at most 256 letters"],
    [{ tags: { "aws:x": "1" } }, 'tags must not begin with "aws:"'],
    [{ tags: { Überschrift: "ja" } }, 'all that EC2 Image Builder accepts, got "Überschrift"; write them in ASCII'],
    [
      { tags: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, "v"])) },
      "must be at most 30, the limit of EC2 Image Builder",
    ],
  ] as const)("refuses %j", (props, message) => {
    expect(problems(props as Partial<NodeImageProps>)).toContain(message);
  });

  it("refuses a network without a way out", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "shut", { availabilityZone: "us-east-2a", egress: "endpoints-only" });
    const message = messageOf(() => new NodeImage(stack, "image", { network, contents: ["nfs"] }));
    expect(message).toContain("network must have internet access");
  });
});

describe("the steps of an image", () => {
  const network = testNetwork(testStack());
  const steps = bakeSteps({
    network,
    contents: ["slurm-node", "lustre", "efs", "nfs"],
    containerPackages,
    aptSnapshot: "20261101T000000Z",
  });

  it("are documents that Image Builder takes, with tests of the finished image", () => {
    for (const step of steps) {
      const text = componentDocument(step);
      expect(text.length).toBeLessThanOrEqual(16_000);
      expect(text).not.toContain("{{");
      const { phases } = JSON.parse(text) as Document;
      expect(phases.map(({ name }) => name)).toEqual(["build", "test"]);
      for (const { steps: each } of phases) expect(each[0]!.inputs.commands[0]).toBe("set -e");
    }
  });

  it("give Slurm's clients and slurmdbd a configuration, without which they print no version", () => {
    const tests = (["slurm-node", "slurm-login", "slurm-head"] as const).flatMap((content) => BAKED_PROGRAMS[content]);
    const reads = tests.filter((test) => /\b(srun|sinfo|scontrol|slurmdbd)\b/.test(test));
    expect(reads.map((test) => /(\w+) -V$/.exec(test)![1])).toEqual(["srun", "srun", "srun", "slurmdbd"]);
    for (const test of reads) expect(test).toMatch(/> (\S+)\/\w+\.conf && .*SLURM_CONF=\1\/slurm\.conf \w+ -V$/);
  });

  it("are programs that bash reads", () => {
    for (const { name, text } of steps) {
      const { status, stderr } = spawnSync("bash", ["-n"], { input: text, encoding: "utf8" });
      expect([name, status, stderr]).toEqual([name, 0, ""]);
    }
  });

  it("leave nothing on that asks the internet by itself: no pool of time servers, timer or search for mirrors", () => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-image-"));
    const text = (name: string) => steps.find((step) => step.name === name)!.text;
    mkdirSync(join(folder, "etc/chrony"), { recursive: true });
    const conf = join(folder, "etc/chrony/chrony.conf");
    const kept = "server ntp.example.com iburst\nmakestep 1 3\n";
    writeFileSync(conf, `pool ntp.ubuntu.com iburst maxsources 4\npool 2.debian.pool.ntp.org iburst\n${kept}`);
    const clock = /^(changed\(\) .*|settings\(\) \{[\s\S]*?^\}|clock_sources\(\) \{[\s\S]*?^\})$/gm;
    const program = `set -euo pipefail\n${text("packages").match(clock)!.join("\n")}\nclock_sources\nclock_sources\n`;
    const inFolder = program.replaceAll(/\/(etc|run)\//g, `${folder}/$1/`);
    const { status, stderr } = spawnSync("bash", ["-c", inFolder], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(conf, "utf8")).toBe(
      `# pool ntp.ubuntu.com iburst maxsources 4\n# pool 2.debian.pool.ntp.org iburst\n${kept}`,
    );
    const sources = readFileSync(join(folder, "etc/chrony/sources.d/amazon.sources"), "utf8");
    expect(sources).toMatch(/^server 169\.254\.169\.123 /);
    rmSync(folder, { recursive: true });
    for (const timer of ["apt-daily", "apt-daily-upgrade", "motd-news", "update-notifier-download", "ua-timer"])
      expect(text("packages")).toContain(` ${timer}.timer`);
    expect(text("seal")).toMatch(/preserve_sources_list: true\n {2}primary: \[\{arches: \[default\], uri: /);
  });

  it("install enroot on nodes and only keep it on heads, which build pyxis", () => {
    const names = (contents: NodeImageProps["contents"]) =>
      bakeSteps({ network, contents, containerPackages })
        .filter(({ text }) => text.includes("SHA256="))
        .map(({ name, text }) => `${name}: ${/INSTALL='(\w+)'/.exec(text)![1]}`);
    expect(names(["slurm-node"])).toEqual(["enroot: yes", "enroot-caps: yes"]);
    expect(names(["slurm-head"])).toEqual(["enroot: no", "enroot-caps: no", "pyxis: no"]);
  });
});

describe("the packages of an image", () => {
  const folder = join(__dirname, "../../../../lib/slurm/set-up");
  const baked = new Set([...Object.values(BAKED_PACKAGES).flat(), ...DISK_PACKAGES]);

  it("are all that the set-up programs install", () => {
    // Slurm's own key, which 24.04's release does not have yet
    const absent = new Set(["sackd"]);
    const asked = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/install_packages ([a-z][a-z0-9. -]*)/g)].flatMap((match) =>
        match[1]!.trim().split(/ +/),
      ),
    );
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((name) => !baked.has(name) && !absent.has(name))).toEqual([]);
  });
});

const testStackOf = (made: NodeImage) => made.node.scope as ReturnType<typeof testStack>;
