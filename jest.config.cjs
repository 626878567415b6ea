const { createHash } = require("node:crypto");

/** Tests mirror lib/ and need node alone; what runs real programs lives in test/acceptance (npm run acceptance). */
const shared = "cdktf|@cdktf|constructs|ajv|typescript";

module.exports = {
  // The same for every configuration: what one of them compiled, the others need not compile again.
  id: createHash("md5").update(__dirname).digest("hex"),
  testEnvironment: "<rootDir>/test/environment.cjs",
  // Jest leaves a core idle by default; of two, that is half.
  maxWorkers: "100%",
  // A test is stopped for hanging, not for a busy machine.
  testTimeout: 30_000,
  roots: ["<rootDir>/test"],
  // npm test has a minute; what takes longer is named .slow.test.ts and runs with the acceptance checks (test/acceptance/slow).
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/acceptance/", "\\.slow\\.test\\.ts$"],
  transform: {
    "^.+\\.ts$": "<rootDir>/test/transform.cjs",
    [`/node_modules/(${shared})/`]: "<rootDir>/test/outside.cjs",
  },
  transformIgnorePatterns: [`/node_modules/(?!(${shared})/)`],
  moduleNameMapper: {
    "/stack-trace$": "<rootDir>/test/no-stack-trace.cjs",
    "^warpform$": "<rootDir>/lib/index.ts",
    "^warpform/package.json$": "<rootDir>/package.json",
    "^warpform/anywhere$": "<rootDir>/lib/clouds/anywhere/index.ts",
    "^warpform/aws$": "<rootDir>/lib/clouds/aws/index.ts",
    "^warpform/azure$": "<rootDir>/lib/clouds/azure/index.ts",
    "^warpform/pulumi/azure$": "<rootDir>/lib/pulumi/clouds/azure/index.ts",
    "^warpform/onprem$": "<rootDir>/lib/clouds/onprem/index.ts",
    "^warpform/(.*)$": "<rootDir>/lib/$1/index.ts",
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/cdktf.out/"],
};
