import { join } from "node:path";
import { diagramCommand } from "../../../lib/cli/commands/diagram-command";
import { reviewCommand } from "../../../lib/cli/commands/review-command";

const SITE = join(__dirname, "../../../examples/on-premises/site.yaml");

describe("a site's blueprint", () => {
  let printed: jest.SpyInstance;

  beforeEach(() => {
    printed = jest.spyOn(console, "log").mockImplementation(() => undefined);
  });

  afterEach(() => printed.mockRestore());

  it("is reviewed, with no rule of a cloud", () => {
    expect(reviewCommand([SITE], { set: [], json: true, failOn: "error" })).toBe(0);
    const review = JSON.parse(printed.mock.calls[0][0] as string);
    expect(review.cluster).toBe("dc1-h100");
    expect(review.figures.training.fits).toBe(true);
    expect(review.quotas).toEqual([]);
  });

  it("is drawn", () => {
    diagramCommand([SITE], { set: [], format: "mermaid" });
    const text = printed.mock.calls[0][0] as string;
    expect(text).toContain("8 InfiniBand devices, 3,200 Gb/s per node");
    expect(text).not.toMatch(/AWS|Session Manager/);
  });

  it("takes no settings and no overlays", () => {
    const command = () => reviewCommand([SITE, SITE], { set: [], failOn: "error" });
    expect(command).toThrow(/overlay is for blueprints of a cloud, and .*site.yaml is a site; leave it out/);
  });
});
