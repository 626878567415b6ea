import { optional } from "../../props/field";
import { number } from "../../props/simple-fields";

/** What alerts of nodes and file systems take in every cloud; `none` is the value without an alert, in the cloud's word. */
export const monitored = (none: { readonly value: 0; readonly means: string }) => ({
  idleGpuPercent: optional(number({ min: 1, max: 50, unit: "percent" }), 5),
  maxGpuTemperatureCelsius: optional(number({ min: 40, max: 110, or: none, unit: "°C" }), 85),
  lustreFullPercent: optional(number({ min: 50, max: 99, or: none, unit: "percent" }), 85),
});
