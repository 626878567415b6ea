import { printedBehind } from "./printed-behind";

describe("archiverOnDemand", () => {
  it("leaves archiver out until CDKTF packs something, which then works", () => {
    const loaded = "Object.keys(require.cache).some((path) => path.includes('archiver-utils'))";
    const program = `
      require("cdktf"); const before = ${loaded};
      const archiver = require(require("node:module").createRequire(require.resolve("cdktf")).resolve("archiver"));
      const zip = archiver("zip"); console.log(before, typeof zip.finalize, ${loaded});`;
    expect(printedBehind("archiver-on-demand", "archiverOnDemand", program)).toBe("false function true");
  });
});
