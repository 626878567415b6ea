// Index files and commands as tsc writes them, changed so that each module is loaded on its first use.
const eager = /^(?:var|const) (\w+) = require\("(\.[^"]+)"\);$/gm;
const helper =
  "const lazily = (load) => { let loaded; return new Proxy({}, { get: (_, name) => (loaded ??= load())[name] }); }; ";

/** The text with its modules loaded lazily, line by line as before; the same text where it loads nothing. */
exports.lazyRequires = (text) => {
  const lazy = text.replaceAll(eager, (_, name, from) => `var ${name} = lazily(() => require("${from}"));`);
  return lazy === text ? text : lazy.replace(/^(#!.*\n)?("use strict";)?/, `$1$2 ${helper}`);
};
