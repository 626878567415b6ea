import { join } from "node:path";
import { Annotations, Aspects, type IAspect, TerraformStack } from "cdktf";
import { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
import { Construct, type IConstruct } from "constructs";
import { findInstanceType } from "../../../catalog/instance-types";
import { WarpformError } from "../../../errors";
import type { Cluster, Workload } from "../../../model/model";
import { programWords } from "../../../remedies/program-words";
import { type Design, designOf } from "../../../review/design";
import { reviewFiles } from "../../../review/report/files";
import { type Review, reviewDesign } from "../../../review/review";
import type { Finding } from "../../../review/rule";
import { rules } from "../../../review/rules/list";
import { requireProps } from "../../common/check-props";
import { placed, requireScope } from "../../common/placed";
import { writeReview } from "../../common/write-review";
import { clusterOfStack } from "./cluster-of-stack";
import { DESIGN_REVIEW, type DesignReviewProps } from "./design-review-props";
import { terraformWords } from "./terraform-words";

const ID = "design-review";

const hasGpuPools = ({ pools }: Cluster): boolean =>
  pools.some(({ instanceType }) => (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0);

/**
 * Reviews the stacks of an app, or one stack, when they are synthesized: findings become annotations of the constructs
 * they are about, and `review.json`, `review.md`, `review.html`, `quotas.json` and `preflight.sh` are written beside the
 * stack's Terraform. It adds nothing to the Terraform itself. Stacks written by hand are read from their resources.
 *
 * ```ts
 * DesignReview.of(app, { workload }); // after the stacks, before app.synth()
 * ```
 */
export class DesignReview extends Construct implements IAspect {
  /**
   * Reviews every stack below `scope`, or the stack that it is.
   *
   * @throws WarpformError where there is no stack yet, since it comes after them, or where a stack is reviewed already
   */
  public static of(scope: IConstruct, props: DesignReviewProps = {}): DesignReview[] {
    requireScope("DesignReview.of", scope);
    requireProps("DesignReview", DESIGN_REVIEW, props);
    const stacks = scope.node.findAll().filter((c): c is TerraformStack => TerraformStack.isStack(c));
    if (stacks.length === 0) {
      const message = `scope must hold a stack, got ${JSON.stringify(scope.node.path)} without one; call DesignReview.of after the stacks are built`;
      throw new WarpformError("DesignReview", [{ code: "incomplete-design", path: "scope", message }]);
    }
    const twice = stacks.filter((stack) => stack.node.tryFindChild(ID) !== undefined);
    if (twice.length > 0) {
      const names = twice.map((stack) => `"${stack.node.path}"`).join(", ");
      const message = `scope holds ${names}, which a DesignReview reviews already; call DesignReview.of once, for the app or for each stack`;
      throw new WarpformError("DesignReview", [{ code: "duplicate", path: "scope", message }]);
    }
    return stacks.map((stack) => new DesignReview(stack, ID, props));
  }

  private readonly stack: TerraformStack;
  private known:
    | { readonly design: Design; readonly review: Review; readonly paths: ReadonlyMap<string, string> }
    | undefined;

  constructor(
    stack: TerraformStack,
    id: string,
    private readonly props: DesignReviewProps,
  ) {
    super(...placed(DesignReview, stack, id));
    requireProps("DesignReview", DESIGN_REVIEW, props);
    this.stack = stack;
    Aspects.of(stack).add(this);
    addCustomSynthesis(this, {
      onSynthesize: ({ outdir, manifest }) => this.write(join(outdir, manifest.forStack(stack).workingDirectory)),
    });
  }

  /** The review of the stack as it is now. */
  public review(): Review {
    return this.reviewed().review;
  }

  /** Called for each construct of the stack at synth; the review is of the whole, so it is done once, at the stack. */
  public visit(construct: IConstruct): void {
    if (construct !== this.stack) return;
    this.known = undefined;
    const { review, paths } = this.reviewed();
    for (const finding of review.findings) this.annotate(finding, paths);
  }

  private reviewed(): NonNullable<DesignReview["known"]> {
    if (this.known === undefined) {
      const { cluster, paths, handWritten } = clusterOfStack(this.stack, this.workload());
      const { ownership } = this.props;
      const design = designOf(ownership === undefined ? cluster : { ...cluster, ownership });
      const review = reviewDesign(design, this.props.suppress ?? [], rules, (rule, breach) =>
        handWritten.has(breach.path.split(".").slice(0, 2).join("."))
          ? terraformWords(rule, breach)
          : { surface: programWords },
      );
      this.known = { design, review, paths };
    }
    return this.known;
  }

  /** The workload, unless it runs in another stack: then this one, without GPUs, is reviewed without. */
  private workload(): Workload | null {
    const workload = this.props.workload ?? null;
    const runs = (stack: TerraformStack) => hasGpuPools(clusterOfStack(stack, null).cluster);
    if (workload === null || runs(this.stack)) return workload;
    const others = this.stack.node.root.node.findAll().filter((c): c is TerraformStack => TerraformStack.isStack(c));
    return others.some((stack) => stack !== this.stack && runs(stack)) ? null : workload;
  }

  private annotate(finding: Finding, paths: ReadonlyMap<string, string>): void {
    if (finding.severity === "info") return;
    const annotations = Annotations.of(this.constructAt(finding.path, paths));
    const text = `${finding.rule}: ${finding.title} (${finding.path} is ${finding.value}, allowed: ${finding.allowed}); ${finding.fix}`;
    if (finding.severity === "error" && this.props.stopOnError !== false) annotations.addError(text);
    else annotations.addWarning(text);
  }

  /** The construct of the part that a finding's path begins with; the stack where there is none. */
  private constructAt(path: string, paths: ReadonlyMap<string, string>): IConstruct {
    const [part] = [...paths]
      .filter(([key]) => path === key || path.startsWith(`${key}.`))
      .sort(([a], [b]) => b.length - a.length);
    return this.stack.node.findAll().find((c) => c.node.path === part?.[1]) ?? this.stack;
  }

  private write(folder: string): void {
    const { design, review } = this.reviewed();
    writeReview(folder, reviewFiles(design, review));
  }
}
