export {
  BITS_PER_WEIGHT,
  type KvPrecision,
  kvBytesPerRequest,
  kvBytesPerToken,
  stateBytesPerParameter,
  TRAINING_PRECISIONS,
  type TrainingPrecision,
  type TrainingPrecisionName,
  type WeightPrecision,
  weightsBytes,
  type ZeroStage,
} from "./model-memory";
export { type ParameterCount, parameterCount } from "./parameters";
export { addRanges, around, exactly, mapRange, type Range } from "./range";
