import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectExisting } from "../../../lib/blueprint/eject-existing";
import { readKubernetesBlueprint } from "../../../lib/blueprint/kubernetes-blueprint";
import { synthExisting } from "../../../lib/cli/commands/synth-existing";
import { existingCluster } from "../../../lib/clouds/existing-clusters";
import { runProgram } from "../../run-program";

const EXAMPLES = join(__dirname, "../../../examples/any-kubernetes");
const blueprints = readdirSync(EXAMPLES).filter((file) => file.endsWith(".yaml"));

describe("examples/any-kubernetes", () => {
  it("is one program for seven platforms, which needs the Helm provider alone", () => {
    const outdir = mkdtempSync(join(tmpdir(), "warpform-any-"));
    try {
      runProgram(readFileSync(join(EXAMPLES, "program.ts"), "utf8"), outdir);
      const stacks = readdirSync(join(outdir, "stacks"));
      expect(stacks).toHaveLength(7);
      for (const stack of stacks) {
        const { provider } = JSON.parse(readFileSync(join(outdir, "stacks", stack, "cdk.tf.json"), "utf8"));
        expect(Object.keys(provider)).toEqual(["helm"]);
      }
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it("has a blueprint for each of six platforms, and one with Slurm", () => {
    expect(blueprints.map((file) => file.replace(".yaml", ""))).toEqual([
      "coreweave",
      "crusoe",
      "gke",
      "kubeadm",
      "nebius",
      "oke",
      "slurm-rke2",
    ]);
  });

  it.each(blueprints)("%s has no error, and a time to train", (file) => {
    const { name, props, acceptedFindings } = readKubernetesBlueprint(join(EXAMPLES, file));
    const { counts, figures } = existingCluster(name, props, acceptedFindings).result;
    expect(counts.error).toBe(0);
    expect(figures.run!.days.expected).toBeGreaterThan(0);
  });

  it.each(blueprints)("%s is ejected to a program that builds the same Terraform, byte for byte", (file) => {
    const outdir = mkdtempSync(join(tmpdir(), "warpform-eject-"));
    const stackOf = (of: string) => {
      const [name = ""] = readdirSync(join(outdir, of, "stacks"));
      return readFileSync(join(outdir, of, "stacks", name, "cdk.tf.json"), "utf8");
    };
    try {
      jest.spyOn(console, "log").mockImplementation(() => undefined);
      synthExisting(join(EXAMPLES, file), join(outdir, "blueprint"));
      runProgram(ejectExisting(join(EXAMPLES, file)), join(outdir, "program"));
      expect(stackOf("program")).toBe(stackOf("blueprint"));
    } finally {
      jest.restoreAllMocks();
      rmSync(outdir, { recursive: true });
    }
  });
});
