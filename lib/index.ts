import "./clouds/common/engine";

export * from "./architectures/index";
export * from "./clouds/aws/index";
export type { ErrorCode, Problem } from "./errors";
export { WarpformError } from "./errors";
