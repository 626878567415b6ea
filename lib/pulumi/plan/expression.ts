/** A value of Terraform's JSON, with its `${…}` taken apart. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** Text with expressions in it. */
  | { readonly kind: "template"; readonly parts: readonly Expression[] }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Expression])[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  /** `aws_vpc.main.id`, `local.text`, `data.aws_x.y.list[0].name`: words and indexes in order. */
  | { readonly kind: "reference"; readonly path: readonly (string | number)[] };

/** What `parseTemplate` throws; the caller knows where the text stands. */
export class ExpressionSyntaxError extends Error {}

/**
 * Text of Terraform's JSON: `$${` and `%%{` are literal `${` and `%{`; a text that is one `${…}` alone keeps the type of
 * its expression. @see https://developer.hashicorp.com/terraform/language/expressions/strings
 */
export function parseTemplate(text: string): Expression {
  const parser = new Parser(text);
  return parser.template("");
}

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  /** Template up to `end` (a quote inside an expression), or up to the end of the text where `end` is empty. */
  public template(end: "" | '"'): Expression {
    const parts: Expression[] = [];
    let literal = "";
    const flush = () => {
      if (literal !== "") parts.push({ kind: "literal", value: literal });
      literal = "";
    };
    while (this.at < this.text.length && !(end !== "" && this.text[this.at] === end)) {
      const marker = this.text.slice(this.at, this.at + 3);
      if (marker === "$${" || marker === "%%{") {
        literal += marker.slice(1);
        this.at += 3;
      } else if (marker.startsWith("${")) {
        flush();
        this.at += 2;
        parts.push(this.expression());
        this.expect("}");
      } else if (marker.startsWith("%{")) {
        throw new ExpressionSyntaxError(`the directive ${this.text.slice(this.at, this.at + 20)} has no counterpart`);
      } else if (end !== "" && marker.startsWith("\\")) {
        literal += this.escaped();
      } else {
        literal += this.text[this.at++];
      }
    }
    flush();
    if (parts.length === 0) return { kind: "literal", value: "" };
    return parts.length === 1 ? parts[0]! : { kind: "template", parts };
  }

  private escaped(): string {
    const code = this.text[this.at + 1];
    this.at += 2;
    if (code === "u") {
      const hex = this.text.slice(this.at, this.at + 4);
      this.at += 4;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    return { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" }[code ?? ""] ?? this.unexpected();
  }

  private expression(): Expression {
    this.space();
    const character = this.text[this.at] ?? "";
    let value: Expression;
    if (character === '"') {
      this.at++;
      value = this.template('"');
      this.expect('"');
    } else if (character === "[") value = { kind: "list", items: this.listed("[", "]") };
    else if (character === "{") value = this.object();
    else if (character === "(") {
      this.at++;
      value = this.expression();
      this.expect(")");
    } else if (/[0-9-]/.test(character)) value = { kind: "literal", value: Number(this.match(/-?\d+(\.\d+)?/y)) };
    else value = this.named();
    this.space();
    if (/[^\s,)\]}":=]/.test(this.text[this.at] ?? "") || /^(==|=>)/.test(this.text.slice(this.at, this.at + 2)))
      throw new ExpressionSyntaxError(
        `the operator at ${JSON.stringify(this.text.slice(this.at, this.at + 20))} has no counterpart`,
      );
    return value;
  }

  private named(): Expression {
    const word = this.match(/[A-Za-z_][\w-]*/y);
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    if (word === "null") return { kind: "literal", value: null };
    if (this.text[this.at] !== "(") return this.steps([word]);
    const args = this.listed("(", ")");
    const [list] = args;
    // cdktf reads an element of a set of blocks so; Pulumi has a list there
    const isStep = this.text[this.at] === "." || this.text[this.at] === "[";
    if (isStep && word === "tolist" && list?.kind === "reference") return this.steps([...list.path]);
    return { kind: "call", name: word, args };
  }

  /** The rest of a reference. */
  private steps(path: (string | number)[]): Expression {
    for (;;) {
      if (this.text[this.at] === ".") {
        this.at++;
        const step = this.match(/[A-Za-z_][\w-]*|\d+/y);
        path.push(/^\d/.test(step) ? Number(step) : step);
      } else if (this.text[this.at] === "[") {
        this.at++;
        const index = this.expression();
        if (index.kind !== "literal" || (typeof index.value !== "string" && typeof index.value !== "number"))
          throw new ExpressionSyntaxError(`an index of ${path.join(".")} must be a plain number or text`);
        path.push(index.value);
        this.expect("]");
      } else return { kind: "reference", path };
    }
  }

  private listed(open: string, close: string): Expression[] {
    this.expect(open);
    const items: Expression[] = [];
    for (;;) {
      this.space();
      if (this.text[this.at] === close) break;
      items.push(this.expression());
      this.space();
      if (this.text[this.at] === ",") this.at++;
      else break;
    }
    this.expect(close);
    return items;
  }

  private object(): Expression {
    this.expect("{");
    const entries: [string, Expression][] = [];
    for (;;) {
      this.space();
      if (this.text[this.at] === "}") break;
      const key = this.text[this.at] === '"' ? this.expression() : { kind: "literal", value: this.match(/[\w-]+/y) };
      if (key.kind !== "literal") throw new ExpressionSyntaxError("a key of an object must be plain text");
      this.space();
      this.expect(this.text[this.at] === ":" ? ":" : "=");
      entries.push([String(key.value), this.expression()]);
      this.space();
      if (this.text[this.at] === ",") this.at++;
    }
    this.expect("}");
    return { kind: "object", entries };
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return this.unexpected();
    this.at = pattern.lastIndex;
    return found[0];
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }

  private expect(character: string): void {
    this.space();
    if (this.text[this.at] !== character) this.unexpected(character);
    this.at++;
  }

  private unexpected(wanted?: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 20)) : "the end";
    throw new ExpressionSyntaxError(
      wanted === undefined ? `cannot read ${found}` : `expected ${wanted}, found ${found}`,
    );
  }
}
