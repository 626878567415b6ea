/** What each engine needs beside warpform: optional peers, so that nobody installs those of an engine that he does not use. */
const PEERS: readonly { readonly engine: RegExp; readonly packages: readonly string[] }[] = [
  { engine: /^(cdktn|@cdktn\/)/, packages: ["cdktn", "@cdktn/provider-aws", "constructs"] },
  { engine: /^@pulumi\//, packages: ["@pulumi/pulumi", "@pulumi/aws", "@pulumi/kubernetes"] },
  { engine: /^@modelcontextprotocol\//, packages: ["@modelcontextprotocol/sdk"] },
  { engine: /^(cdktf|@cdktf\/|constructs)/, packages: ["cdktf", "@cdktf/provider-aws", "constructs"] },
];

/**
 * One line for a peer package that is not installed, with the command that installs it; undefined for any other error, that of
 * a file of warpform itself included.
 */
export function missingPeer(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code !== "MODULE_NOT_FOUND" || typeof message !== "string") return undefined;
  const name = /^Cannot find module '([^'./][^']*)'/.exec(message)?.[1];
  const packages = PEERS.find(({ engine }) => name !== undefined && engine.test(name))?.packages;
  if (name === undefined || packages === undefined) return undefined;
  const { peerDependencies } = require("warpform/package.json") as { peerDependencies: Record<string, string> };
  // ^0.21.0 is 0.21, ^21.15.0 is 21: what npm installs for these is in the peer's range.
  const version = (peer: string) => /^\^?(0\.\d+|\d+)/.exec(peerDependencies[peer]!)![1];
  const install = packages.map((peer) => `${peer}@${version(peer)}`).join(" ");
  return `this command needs the package ${name}, which is not installed; run: npm install ${install}`;
}
