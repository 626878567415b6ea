/** The tests that npm test leaves out because a minute is not enough for them; npm run acceptance runs these. */
module.exports = {
  ...require("./jest.config.cjs"),
  testMatch: ["**/*.slow.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/acceptance/"],
};
