import { parse } from "yaml";
import { yamlText } from "../../../lib/cli/terminal/yaml-text";

const YAML = `# yaml-language-server: $schema=x
# a comment of the page that is longer than the screen
apiVersion: warpform/v1
pools:
  h100: # derived: a text that goes on until the screen ends
    # mounts: none; they are what every pool of this network mounts
    tag: "a # b" # default, and a reason that is quite long
    size: 16
`;

describe("yamlText", () => {
  it("puts comments that are wider than the screen above what they are about", () => {
    expect(yamlText(YAML, 40)).toBe(`# a comment of the page that is longer
# than the screen
apiVersion: warpform/v1
pools:
  # derived: a text that goes on until
  # the screen ends
  h100:
    # mounts: none; they are what every
    # pool of this network mounts
    # default, and a reason that is
    # quite long
    tag: "a # b"
    size: 16
`);
  });

  it("stays the same YAML", () => {
    expect(parse(yamlText(YAML, 30))).toEqual(parse(YAML));
  });

  it("changes nothing in files and pipes", () => {
    expect(yamlText(YAML, Number.POSITIVE_INFINITY)).toBe(YAML);
  });
});
