// Index files as tsc writes them, changed so that each module is loaded on its first use.
const eager = /^var (\w+) = require\("(\.[^"]+)"\);$/gm;
const helper = "const lazily = (load) => new Proxy({}, { get: (_, name) => load()[name] }); ";

/** The text with its modules loaded lazily, line by line as before; the same text where it loads nothing. */
exports.lazyRequires = (text) => {
  const lazy = text.replaceAll(eager, (_, name, from) => `var ${name} = lazily(() => require("${from}"));`);
  return lazy === text ? text : lazy.replace(/^("use strict";)?/, `$1 ${helper}`);
};
