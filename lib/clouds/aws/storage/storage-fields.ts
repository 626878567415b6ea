import { can, made, says } from "../../../props/nested-fields";
import type { IBucket } from "./buckets/i-bucket";
import type { ILustreStorage } from "./lustre/i-lustre-storage";

export const bucket = () =>
  made<IBucket>("a CheckpointBucket (CheckpointBucket.import names an existing one)", says("bucketName"));

export const lustre = () => made<ILustreStorage>("a LustreStorage", can("mount"));
