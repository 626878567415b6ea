import { z } from "zod";
import { fallback, unset } from "./key";

const text = z.string();

export const monitoringSchema = z
  .strictObject({
    emails: fallback(z.array(text), [], "Who gets a mail for each alarm"),
    idleGpuMinutes: fallback(
      z.number(),
      30,
      "Minutes of idle GPUs until an alarm, a multiple of 5 from 5 to 180; 0 for none",
    ),
    idleGpuPercent: fallback(z.number(), 5, "GPU utilisation below which a node idles, 1 to 50 %"),
    maxGpuTemperatureCelsius: fallback(z.number(), 85, "Temperature of an alarm, 40 to 110 °C; 0 for none"),
    lustreFullPercent: fallback(z.number(), 85, "Fill of Lustre of an alarm, 50 to 99 %; 0 for none"),
    monthlyBudgetUsd: unset(z.number().positive(), "Budget; a forecast above it is told", "none"),
    activateCostTag: fallback(z.boolean(), false, "Whether to activate warpform:cluster as cost allocation tag"),
    topicArn: unset(text, "Existing SNS topic for alarms", "one is made"),
    kmsKeyArn: unset(text, "KMS key of logs and alarms", "one of its own"),
    logRetentionDays: fallback(z.number(), 365, "Days that logs are kept, as CloudWatch allows"),
    intervalSeconds: fallback(z.number(), 60, "Seconds between measurements: 10, 30 or 60"),
    dashboard: fallback(z.boolean(), true, "Whether there is a dashboard"),
  })
  .describe("Metrics, alarms, dashboard and budget");
