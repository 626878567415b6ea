import ts from "typescript";

/**
 * Runs a program's text as its user would, its stacks going to `outdir`. It shares this test's modules, so that running it
 * twice also shows that no module keeps state between two apps.
 */
export function runProgram(program: string, outdir: string): void {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  process.env.CDKTF_OUTDIR = outdir;
  try {
    new Function("require", "exports", outputText)((name: string) => require(ownModule(name)), {});
  } finally {
    delete process.env.CDKTF_OUTDIR;
  }
}

/** The package's own modules are those of this checkout, whoever runs this. */
function ownModule(name: string): string {
  if (name === "warpform") return "../lib/index";
  if (name === "warpform/azure") return "../lib/clouds/azure/index";
  if (name === "warpform/anywhere") return "../lib/clouds/anywhere/index";
  if (name === "warpform/onprem") return "../lib/clouds/onprem/index";
  return name.replace(/^warpform\/(\w+)$/, "../lib/$1/index");
}
