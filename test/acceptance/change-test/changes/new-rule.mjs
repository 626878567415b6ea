/** A rule of the review. */
export function newRule(copy) {
  const id = "pool-above-quota-of-planes";
  copy.npm("create-rule", id, "operations");
  const page = `lib/review/rules/operations/${id}.ts`;
  const rule = copy
    .read(page)
    .replace('title: ""', 'title: "Pool of more nodes than a plane of switches has"')
    .replace('why: ""', 'why: "A plane has ports for a thousand nodes; more of them share the ports between planes."')
    .replace('fix: ""', 'fix: "Use several pools of at most a thousand nodes."')
    .replace('verify: ""', 'verify: "The sum of the nodes of each pool is a thousand or less."')
    .replace('"https://"', '"https://slurm.schedmd.com/big_sys.html"')
    .replace(
      /\(\{ path \}\) => \(\{[^)]*\}\)/,
      `({ path, pool }) =>
      pool.nodes.max <= 1000
        ? null
        : { path: \`\${path}.nodes.max\`, value: pool.nodes.max, allowed: "1,000 nodes or fewer", fix: "use two pools" }`,
    );
  copy.write(page, rule);
  const cases = `test/review/rules/operations/${id}.ts`;
  copy.write(
    cases,
    copy
      .read(cases)
      .replace('holds: { "": p5() }', 'holds: { "sixteen nodes": p5() }')
      .replace(
        'fails: { "": [p5(), [{ path: "pools.h100" }]] }',
        'fails: { "two thousand": [p5({ pool: { nodes: { min: 0, max: 2000 } } }), [{ path: "pools.h100.nodes.max" }]] }',
      )
      .replace('doesNotApply: { "": p5() }', 'doesNotApply: { "no pools": { ...p5(), pools: [] } }'),
  );
  copy.changelog(`Design review: \`${id}\`.`);
  copy.npm("docs");
  copy.types();
  copy.fastTests("test/review/rules.test.ts", "test/review/clouds.test.ts");
  return copy.edited();
}
