// A module of a large package, as its worker has loaded it once. yaml and zod stay inside: their arrays are compared by their kind.
module.exports = {
  process: (_text, file) => ({ code: `module.exports = requireOutside(${JSON.stringify(file)});` }),
  getCacheKey: (_text, file) => Buffer.from(`outside ${file}`).toString("hex"),
};
