import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChartImages } from "../../lib/catalog/chart-images";
import { fullImage, registryOf } from "../../lib/kubernetes/chart/image-mirror";
import { runProgram } from "../run-program";

const MIRROR = "registry.example.com/mirror";
/** Registries of others; what is in any other is in the user's own account already. */
const PUBLIC = ["docker.io", "ghcr.io", "nvcr.io", "public.ecr.aws", "quay.io", "registry.k8s.io"];
const listed: Record<string, string>[] = [];

// the examples as their users would run them, with one more prop: a mirror
jest.mock("../../lib/clouds/aws/kubernetes/registry/image-addresses", () => {
  const actual = jest.requireActual("../../lib/clouds/aws/kubernetes/registry/image-addresses");
  return {
    ...actual,
    imageMirror: (props: object, account: string) =>
      actual.imageMirror({ ...props, registry: { mirror: MIRROR } }, account),
  };
});
jest.mock("../../lib/clouds/aws/kubernetes/registry/cluster-images", () => {
  const actual = jest.requireActual("../../lib/clouds/aws/kubernetes/registry/cluster-images");
  return {
    ...actual,
    settleImages: (...args: unknown[]) => {
      const images = actual.settleImages(...args);
      listed.push(images);
      return images;
    },
  };
});

const examples = join(__dirname, "../../examples");
const names = readdirSync(examples)
  .sort()
  .filter((name) => existsSync(join(examples, name, "main.ts")))
  .filter((name) => {
    const program = readFileSync(join(examples, name, "main.ts"), "utf8");
    // a mirror is a choice of AWS' clusters alone
    return /KubeRay|InferenceCluster|InferenceRegions/.test(program) && !program.includes('"warpform/azure"');
  });

interface Release {
  readonly name: string;
  readonly repository?: string;
  readonly values: readonly string[];
}

/** Every text of a value. */
const texts = (value: unknown): string[] =>
  value !== null && typeof value === "object" ? Object.values(value).flatMap(texts) : [String(value)];

/** What an example's stacks install: published charts with their values, and the images of local charts' manifests. */
function installed(example: string) {
  const outdir = mkdtempSync(join(tmpdir(), "warpform-images-"));
  listed.length = 0;
  try {
    runProgram(readFileSync(join(examples, example, "main.ts"), "utf8"), outdir);
    const stacks = readdirSync(join(outdir, "stacks")).map((name) => join(outdir, "stacks", name));
    const releases = stacks.flatMap((stack) =>
      Object.values(JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8")).resource.helm_release ?? {}),
    ) as Release[];
    const manifests = stacks
      .filter((stack) => existsSync(join(stack, "assets")))
      .flatMap((stack) =>
        readdirSync(join(stack, "assets"), { recursive: true, encoding: "utf8" })
          .filter((path) => /templates\/.*\.yaml$/.test(path))
          .map((path) => readFileSync(join(stack, "assets", path), "utf8")),
      );
    const images = manifests.flatMap((text) => [...text.matchAll(/\bimage: "?([^\s"]+)/g)].map(([, image]) => image!));
    return { releases, images: [...new Set(images)], listed: Object.assign({}, ...listed) as Record<string, string> };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

describe.each(names)("the images of the example %s", (name) => {
  const { releases, images, listed } = installed(name);
  const published = releases.filter(({ repository }) => repository !== undefined);

  it("are all in the list that is copied into a mirror", () => {
    expect(published.length).toBeGreaterThan(3);
    expect(images.length).toBeGreaterThan(0);
    const ofCharts = published.flatMap((of) => findChartImages(of.name)?.images ?? []);
    expect(Object.keys(listed)).toEqual(expect.arrayContaining(ofCharts));
    expect(Object.values(listed)).toEqual(expect.arrayContaining(images));
  });

  it("all come from the mirror, those of published charts by their values", () => {
    expect(images.filter((image) => PUBLIC.includes(registryOf(fullImage(image))))).toEqual([]);
    for (const { name, values } of published) {
      const given = values.flatMap((text) => texts(JSON.parse(text.replaceAll(/\$\{[^}]*\}/g, "later"))));
      expect(given.filter((text) => PUBLIC.includes(text.split("/")[0]!))).toEqual([]);
      // a chart without a row pulls nothing, or its row is missing: charts of kinds alone are named so
      if (findChartImages(name) === undefined) expect(name).toMatch(/crd/);
    }
  });

  it("are written with their registry, so that each is found in its own", () => {
    for (const image of Object.keys(listed)) expect(fullImage(image)).toBe(image);
  });
});
