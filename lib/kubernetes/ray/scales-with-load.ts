interface Workers {
  readonly min: number;
  readonly max: number;
}

/** Whether a Ray cluster's workers come and go with the load: Kueue admits a workload as it is, KAI also the workers that come later. */
export function scalesWithLoad(
  { queue, workers }: { readonly queue?: string; readonly workers?: Workers },
  scheduler: "kueue" | "kai" | undefined,
): boolean {
  const byKueue = queue !== undefined && scheduler !== "kai";
  return !byKueue || (workers !== undefined && workers.min < workers.max);
}
