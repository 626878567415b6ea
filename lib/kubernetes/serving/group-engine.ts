import type { EnvironmentVariable } from "../chart/environment";
import type { EngineArguments } from "./engine-arguments";

/** What a group of pods is told of the model that it serves. */
export interface GroupedModel {
  /** Folder of the weights in its pods. */
  readonly path: string;
  readonly modelId: string;
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  readonly maxModelLength: number;
  readonly arguments: EngineArguments;
  /** Whether clients send a key. */
  readonly keyed: boolean;
  /** Pods of a group. */
  readonly size: number;
}

/** How an engine runs in groups of pods, one of which leads. */
export interface GroupEngine {
  /** Name of its container. */
  readonly container: string;
  readonly environment: readonly EnvironmentVariable[];
  /** Variable that holds the key which clients send. */
  readonly keyVariable: string;
  /** Shell lines of the leader and of the others. */
  readonly commands: (model: GroupedModel) => { readonly leader: string; readonly worker: string };
  /** PromQL of the requests that the leaders of a scrape job work on or keep waiting. */
  readonly requests: (job: string) => string;
  /** PromQL of the time to the first token, seconds. */
  readonly firstTokenSeconds: (job: string) => string;
}
