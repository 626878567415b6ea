import { ExpressionSyntaxError, parseTemplate } from "../../../lib/pulumi/plan/expression";

describe("parseTemplate", () => {
  it.each([
    ["", { kind: "literal", value: "" }],
    ["$${HOME} and %%{x}", { kind: "literal", value: "${HOME} and %{x}" }],
    ["cost: $5", { kind: "literal", value: "cost: $5" }],
    ["${aws_vpc.network_vpc-1.id}", { kind: "reference", path: ["aws_vpc", "network_vpc-1", "id"] }],
    ["${aws_x.a.list[0].b}", { kind: "reference", path: ["aws_x", "a", "list", 0, "b"] }],
    ['${aws_x.a.tags["Name"]}', { kind: "reference", path: ["aws_x", "a", "tags", "Name"] }],
    ["${tolist(aws_x.a[0].b).0.c}", { kind: "reference", path: ["aws_x", "a", 0, "b", 0, "c"] }],
    ["${true}", { kind: "literal", value: true }],
    ["${-1.5}", { kind: "literal", value: -1.5 }],
    ["${null}", { kind: "literal", value: null }],
  ])("reads %j", (text, expression) => {
    expect(parseTemplate(text)).toEqual(expression);
  });

  it("reads calls, lists, objects and templates inside text inside an expression", () => {
    const reference = { kind: "reference", path: ["aws_x", "y", "id"] };
    const template = { kind: "template", parts: [{ kind: "literal", value: 'x"' }, reference] };
    const list = { kind: "list", items: [{ kind: "literal", value: 1 }, template] };
    expect(parseTemplate('a-${jsonencode({"a" = [1, "x\\"${aws_x.y.id}"]})}')).toEqual({
      kind: "template",
      parts: [
        { kind: "literal", value: "a-" },
        { kind: "call", name: "jsonencode", args: [{ kind: "object", entries: [["a", list]] }] },
      ],
    });
  });

  it.each([
    ["${aws_x.y.id", "expected }, found the end"],
    ["${a.b ? 1 : 2}", 'the operator at "? 1 : 2}" has no counterpart'],
    ["${a.b == 1}", 'the operator at "== 1}" has no counterpart'],
    ["${a.b[*].c}", 'cannot read "*].c}"'],
    ["%{ if a }x%{ endif }", "the directive %{ if a }x%{ endif }"],
    ["${concat(a.b, a.c)[0]}", 'the operator at "[0]}" has no counterpart'],
    ["${}", 'cannot read "}"'],
    ["${join(1, 2}", 'expected ), found "}"'],
  ])("says what it cannot read in %j", (text, message) => {
    expect(() => parseTemplate(text)).toThrow(ExpressionSyntaxError);
    expect(() => parseTemplate(text)).toThrow(message);
  });
});
