import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/slurm/slurm-head-node-props";
import {
  checkContainers,
  containerSettings,
  hasContainers,
} from "../../../../lib/clouds/common/slurm/container-packages";
import { Problems } from "../../../../lib/errors";

const file = (name: string) => ({ url: `https://mirror.example.com/${name}`, sha256: "A1".repeat(32) });
const containerPackages = { enroot: file("enroot.deb"), enrootCaps: file("caps.deb"), pyxis: file("pyxis.tar.gz") };
const props = (more: Partial<SlurmHeadNodeProps>) => more as SlurmHeadNodeProps;

function messages(more: Partial<SlurmHeadNodeProps>): string[] {
  const problems = new Problems();
  checkContainers(props(more), problems, true);
  try {
    problems.throwIfAny("head");
  } catch (error) {
    return (error as { problems: { message: string }[] }).problems.map(({ message }) => message);
  }
  return [];
}

describe("hasContainers", () => {
  it.each([
    [{}, false],
    [{ slurmPackages: "image" as const }, true],
    [{ containerPackages }, true],
    [{ slurmPackages: "image" as const, containers: false }, false],
  ])("of %j is %s, so that nothing is fetched unless its address is given", (more, expected) => {
    expect(hasContainers(props(more))).toBe(expected);
  });
});

describe("containerSettings", () => {
  it("names addresses and checksums for the head, and none by default", () => {
    expect(containerSettings(props({}))).toEqual({});
    expect(containerSettings(props({ containerPackages }))).toMatchObject({
      ENROOT_URL: "https://mirror.example.com/enroot.deb",
      PYXIS_SHA256: "a1".repeat(32),
    });
  });
});

describe("checkContainers", () => {
  it("takes files with checksums, an image, and neither", () => {
    expect(messages({ containerPackages })).toEqual([]);
    expect(messages({ slurmPackages: "image", containers: true })).toEqual([]);
    expect(messages({})).toEqual([]);
  });

  it("asks for files where containers are wanted with the distribution's packages", () => {
    expect(messages({ containers: true })).toEqual([
      'containerPackages is required with containers: true, since no distribution has enroot and pyxis; give the address and checksum of their files, or slurmPackages "image" with images that hold them',
    ]);
  });

  it("refuses files that nothing uses", () => {
    expect(messages({ containerPackages, slurmPackages: "image" })).toEqual([
      'containerPackages must be left out, since the images hold them with slurmPackages "image"; remove it',
    ]);
  });
});
