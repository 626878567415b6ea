// Large packages that keep nothing of a test load once per worker, outside the sandbox of each file (test/outside.cjs).
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");
const noStackTrace = require("./no-stack-trace.cjs");

const stackTrace = require.resolve("cdktf/lib/tokens/private/stack-trace.js");
require.cache[stackTrace] = { id: stackTrace, filename: stackTrace, loaded: true, exports: noStackTrace };

// Jest compiles each module anew for each test file, by a function of node's that V8 keeps nothing of. A script of the same text V8
// knows again, with the functions in it that were called: a worker compiles each module once. No test imports modules dynamically.
const { compileFunction } = vm;
vm.compileFunction = (source, parameters = [], { filename, parsingContext, ...options } = {}) =>
  parsingContext === undefined
    ? compileFunction(source, parameters, { filename, ...options })
    : new vm.Script(`(function (${parameters.join(",")}) {${source}\n})`, { filename }).runInContext(parsingContext);

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireOutside = require;
    // cdktf asks its own process for CDKTF_OUTDIR, which a test sets in the sandbox's.
    this.global.process.env = process.env;
  }
};
