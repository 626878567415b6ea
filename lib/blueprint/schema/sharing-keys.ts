import { z } from "zod";
import { GPU_SHARES } from "../../model/gpu-shares";
import { unset } from "./key";

const text = z.string();
const count = z.number().int();
const SHARES = { minimum: GPU_SHARES.min, maximum: GPU_SHARES.max };

/** How GPUs of a pool are shared, which is a construct in programs. */
export const sharingKeys = {
  migProfile: unset(text, "MIG profile that every GPU is cut into, such as 1g.10gb", "GPUs stay whole"),
  timeSlicingReplicas: unset(count.meta(SHARES), "Users that take turns on a GPU, 2 to 48", "one user a GPU"),
  mpsReplicas: unset(
    count.meta(SHARES),
    "Users that run on a GPU at the same time by MPS, 2 to 48; Kubernetes only",
    "one user a GPU",
  ),
};

/** The same of a model's replicas, of which each has one part. */
export const replicaSharingKeys = {
  migProfile: unset(
    text,
    "MIG profile that every GPU is cut into, such as 1g.10gb; each replica has one part",
    "replicas have whole GPUs",
  ),
  timeSlicingReplicas: unset(
    count.min(GPU_SHARES.min).max(GPU_SHARES.max),
    "Replicas that take turns on a GPU and share its memory, 2 to 48",
    "replicas have whole GPUs",
  ),
};
