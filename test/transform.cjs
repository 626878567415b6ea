// ts-jest, and index files that load each module on its first use, as the built ones do: a test file pays for what it names.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { basename } = require("node:path");
const { default: tsJest } = require("ts-jest");
const { lazyRequires } = require("../scripts/lazy-requires.cjs");

const transformer = tsJest.createTransformer({ tsconfig: "tsconfig.json", diagnostics: false });
const own = [__filename, require.resolve("../scripts/lazy-requires.cjs")].map((file) => readFileSync(file, "utf8"));

module.exports = {
  process(text, file, options) {
    const result = transformer.process(text, file, options);
    return ["index.ts", "parts.ts"].includes(basename(file)) ? { ...result, code: lazyRequires(result.code) } : result;
  },
  getCacheKey(text, file, options) {
    const key = transformer.getCacheKey(text, file, options);
    return createHash("sha256")
      .update([key, ...own].join("\0"))
      .digest("hex");
  },
};
