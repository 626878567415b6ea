import type { ErrorCode, Problems } from "../errors";
import { shown } from "./shown";

/** Takes down what is wrong with the props of one construct. */
export class Notes {
  /** Whether a value of the wrong kind was found, from which nothing further may be read. */
  public wrongKind = false;

  constructor(
    public readonly problems: Problems,
    /** Whether only Terraform knows a value. */
    public readonly isLater: (value: unknown) => boolean,
  ) {}

  /** A value that no code may read. */
  public kind(at: string, words: string, value: unknown, use?: string): void {
    this.wrongKind = true;
    this.note("malformed", at, words, value, use);
  }

  /** A value of the right kind of which nothing follows: an empty text, no number. */
  public none(code: ErrorCode, at: string, words: string, value: unknown, use?: string): void {
    this.wrongKind = true;
    this.note(code, at, words, value, use);
  }

  /** A value of the right kind that is not allowed. */
  public note(
    code: ErrorCode,
    at: string,
    words: string,
    value: unknown,
    use?: string,
    why?: string,
    fix?: string,
  ): void {
    const reason = why === undefined ? "" : `: ${why}`;
    const advice = use !== undefined ? `; use ${use}` : fix === undefined ? "" : `; ${fix}`;
    this.problems.add(code, at, `${at} must be ${words}, got ${shown(value)}${reason}${advice}`);
  }

  /** A value that may be a secret, which no message repeats; nothing further is read of it. */
  public secret(at: string, words: string): void {
    this.wrongKind = true;
    this.problems.add("malformed", at, `${at} must be ${words}`);
  }

  /** A prop that is not there. */
  public missing(at: string, words: string): void {
    this.wrongKind = true;
    this.problems.add("required", at, `${at} is required; give ${words}`);
  }

  /** A prop that is not there but for one of nearly its name, which tells of it. */
  public misspelt(at: string): void {
    this.wrongKind = true;
    this.problems.tellsElsewhere(at);
  }

  /** A value that is needed before Terraform knows it. */
  public tooLate(at: string, why: string, words: string): void {
    this.wrongKind = true;
    this.problems.add("unresolved-token", at, `${at} must be known at synth, since ${why}; write it as ${words}`);
  }
}
