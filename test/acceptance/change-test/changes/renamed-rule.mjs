/** The earlier and the new id of a rule whose finding a blueprint accepts. */
const [ID, RENAMED] = ["monitoring-missing", "cluster-unmonitored"];

const BLUEPRINT = (id) => `apiVersion: warpform/v1
name: demo
network: { availabilityZone: us-east-2a }
pools: { gpus: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } } }
fleets: { runs: { pool: gpus } }
acceptedFindings: [{ rule: ${id}, reason: the agent is in the image }]
`;

/** A rule by another id, by whose earlier one suppressions still name it. */
export function renamedRule(copy) {
  copy.npm("rename-rule", ID, RENAMED);
  copy.npm("examples");
  copy.commit();
  copy.changelog(`\`${ID}\` is \`${RENAMED}\`; suppressions by the earlier id keep working.`);
  const edited = copy.edited();
  copy.types();
  copy.fastTests("test/review", "test/readme", "test/language", "test/remedies");
  for (const id of [ID, RENAMED]) {
    copy.write("demo.yaml", BLUEPRINT(id));
    const report = copy.must(process.execPath, ["--import", "tsx", "lib/cli/bin.ts", "review", "demo.yaml"]);
    if (!report.includes("the agent is in the image") || !report.includes("no errors or warnings"))
      throw new Error(`${id} does not suppress: ${report.slice(0, 200)}`);
  }
  return edited;
}
