import { Construct } from "constructs";
import { PartsAtOnce } from "../../lib/architectures/parts-at-once";
import { WarpformError } from "../../lib/errors";

class Root extends Construct {
  constructor() {
    super(undefined as never, "");
  }
}

/** A part that takes even sizes. */
class Part extends Construct {
  constructor(scope: Construct, id: string, { size = 2 }: { readonly size?: number }) {
    super(scope, id);
    const message = `size must be even, got ${size}; use ${size + 1}`;
    if (size % 2 === 1) throw new WarpformError(`Part ${id}`, [{ code: "out-of-range", path: "size", message }]);
  }
}

interface Props {
  readonly pool?: { readonly size?: number };
  readonly lustre?: { readonly size?: number };
}

function all(props: Props): readonly string[] {
  const scope = new Root();
  const parts = new PartsAtOnce(scope);
  const lustre = parts.make("lustre", props, (own) => new Part(scope, "scratch", own.lustre ?? {}));
  const pool = parts.make("pool", props, (own) => new Part(scope, "nodes", own.pool ?? {}));
  parts.throwIfAny();
  return [lustre.node.id, pool.node.id];
}

describe("PartsAtOnce", () => {
  it("makes every part", () => {
    expect(all({ pool: { size: 4 } })).toEqual(["scratch", "nodes"]);
  });

  it("throws the error of the only wrong part as it is", () => {
    expect(() => all({ lustre: { size: 1 } })).toThrow("Part scratch: size must be even, got 1; use 2");
  });

  it("tells the problems of all parts together, each with the prop that holds it", () => {
    const thrown = (() => {
      try {
        return all({ lustre: { size: 1 }, pool: { size: 3 } });
      } catch (error) {
        return error as WarpformError;
      }
    })() as WarpformError;
    expect(thrown.message).toContain(
      "has 2 problems:\n  - lustre: size must be even, got 1; use 2\n  - pool: size must be even, got 3",
    );
    expect(thrown.problems.map(({ path }) => path)).toEqual(["lustre.size", "pool.size"]);
  });

  it("stops where a part is wrong that has no props of its own", () => {
    const scope = new Root();
    const parts = new PartsAtOnce(scope);
    const props: Props = { lustre: { size: 1 } };
    parts.make("lustre", props, (own) => new Part(scope, "scratch", own.lustre ?? {}));
    expect(() => parts.make("pool", props, () => new Part(scope, "nodes", { size: 5 }))).toThrow("has 2 problems");
  });

  it("lets other errors through", () => {
    const parts = new PartsAtOnce(new Root());
    const broken = () => {
      throw new TypeError("a bug");
    };
    expect(() => parts.make("pool", {} as Props, broken)).toThrow(TypeError);
  });
});
