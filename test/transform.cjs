// esbuild, 20 times as quick as tsc, which checks the types apart (npm run types); and index files that load each module on its
// first use, as the built ones do: a test file pays for what it names.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { basename } = require("node:path");
const { default: tsJest } = require("ts-jest");
const { version } = require("esbuild/package.json");
const { lazyRequires } = require("../scripts/lazy-requires.cjs");

const own = [__filename, require.resolve("../scripts/lazy-requires.cjs")].map((file) => readFileSync(file, "utf8"));

/** A test that replaces modules has its jest.mock calls moved before its imports, which ts-jest does and esbuild does not. */
const hoisting = tsJest.createTransformer({ tsconfig: "tsconfig.json", diagnostics: false });

function compiled(text, file) {
  // One service for the whole process: without this, esbuild starts a program for each file.
  process.env.ESBUILD_WORKER_THREADS = "1";
  const { transformSync } = require("esbuild");
  const { code, map } = transformSync(text, {
    loader: "ts",
    format: "cjs",
    target: "es2022",
    sourcefile: file,
    sourcemap: true,
  });
  // Modules as tsc leaves them: their exports replaceable, which jest.spyOn needs, and copied by neither side.
  const plain = code
    .replace("get: all[name], enumerable: true", "get: all[name], enumerable: true, configurable: true")
    .replace(
      "var __toESM = (mod, isNodeMode, target) => (",
      "var __toESM = (mod, isNodeMode, target) => mod?.__esModule ? mod : (",
    )
    .replace(
      /^module\.exports = __toCommonJS\((\w+)\);$/m,
      'module.exports = __defProp($1, "__esModule", { value: true });',
    );
  return { code: plain, map };
}

module.exports = {
  process(text, file, options) {
    if (/\bjest\.mock\(/.test(text)) return hoisting.process(text, file, options);
    const result = compiled(text, file);
    return ["index.ts", "parts.ts"].includes(basename(file)) ? { ...result, code: lazyRequires(result.code) } : result;
  },
  getCacheKey: (text, file, { instrument }) =>
    createHash("sha256")
      .update([text, file, String(instrument), version, ...own].join("\0"))
      .digest("hex"),
};
