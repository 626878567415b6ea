import { helmValue } from "../../../kubernetes/chart/helm-value";

/** How cdktf writes a reference that Terraform resolves later. */
const TOKEN = /\$\{TfToken\[[^\]]*\]\}/g;

/**
 * Text of a chart cannot hold Terraform references: it is a file. Each reference becomes a Helm value, and the release gives
 * Helm what Terraform knows by then.
 */
export class ChartText {
  private readonly paths = new Map<string, string>();

  /** The text with Helm values in place of references. */
  public text(text: string): string {
    return text.replace(TOKEN, (token) => {
      const path = this.paths.get(token) ?? `terraform.value${this.paths.size}`;
      this.paths.set(token, path);
      return helmValue(path);
    });
  }

  /** A plain value with the texts in it replaced. */
  public deep<T>(value: T): T {
    if (typeof value === "string") return this.text(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.deep(item)) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.deep(item)])) as T;
  }

  /** What the release has to give for the paths that a chart asks for. */
  public valuesFor(paths: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      [...this.paths].filter(([, path]) => paths.includes(path)).map(([token, path]) => [path, token]),
    );
  }
}
