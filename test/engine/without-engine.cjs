// An installation without CDK for Terraform: what it consists of is not found.
const Module = require("node:module");
const { _resolveFilename } = Module;

Module._resolveFilename = function resolve(request, ...rest) {
  if (/^(constructs|cdkt[fn]|@cdkt[fn]\/)/.test(request))
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: "MODULE_NOT_FOUND" });
  return _resolveFilename.call(this, request, ...rest);
};
