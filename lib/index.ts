import "./aws/engine";

export * from "./architectures/index";
export * from "./aws/index";
export type { ErrorCode, Problem } from "./errors";
export { WarpformError } from "./errors";
