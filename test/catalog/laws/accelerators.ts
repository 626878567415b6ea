import type { Accelerator } from "../../../lib/catalog/types";
import { each, type Law, type Tables } from "./tables";

const law = (title: string, holds: (row: Accelerator, tables: Tables) => boolean) => each("accelerators", title, holds);
const within = (value: number | null, least: number, most: number) =>
  value === null || (value >= least && value <= most);
const wide = ({ tflops }: Accelerator) => tflops.bf16 ?? tflops.fp16;

export const acceleratorRowLaws: readonly Law[] = [
  law(
    "have a watt for 0.2 to 3.4 dense TFLOP/s of 16 bits",
    (row) => row.tdpWatts === null || wide(row) === null || within(row.tdpWatts / wide(row)!, 0.3, 5),
  ),
  law("have fp16 and bf16 of one rate", ({ tflops }) => tflops.bf16 === null || tflops.fp16 === tflops.bf16),
  law("are at most about four times as fast in each format as in one of twice the width: dense figures", (row) => {
    const bytes = Math.max(row.tflops.fp8 ?? 0, row.tflops.int8 ?? 0);
    if (wide(row) !== null && bytes > 4.1 * wide(row)!) return false;
    return bytes === 0 || (row.tflops.fp4 ?? 0) <= 3.8 * bytes;
  }),
  law("are twice as fast in fp8 as in 16 bits where they are GPUs: dense figures, 2:4 sparsity doubles them", (row) => {
    const gpu = !/^(Trainium|Inferentia)/.test(row.name);
    return !gpu || row.tflops.fp8 === null || wide(row) === null || within(row.tflops.fp8 / wide(row)!, 1.95, 2.05);
  }),
  law("count at least as many operations of 8 bits as of 16 where both are stated", (row) =>
    [row.tflops.int8, row.tflops.fp8].every((rate) => rate === null || rate >= (wide(row) ?? 0)),
  ),
  law("are no slower in fp8 and fp4 than in 16 bits", (row) =>
    [row.tflops.fp8, row.tflops.fp4].every((rate) => rate === null || rate >= (wide(row) ?? 0)),
  ),
  law(
    "have 1/32 to all of their 16-bit rate in fp32 or little less, a quarter to all of it in tf32, and 1/100 to 4 times fp32 in fp64",
    (row) => {
      const { fp32, fp64, fp64Tensor, tf32 } = row.tflops;
      const of = (rate: number | null, base: number | null) => (rate === null || base === null ? null : rate / base);
      return (
        within(of(fp32, wide(row)), 1 / 36, 1.01) &&
        within(of(tf32, wide(row)), 1 / 4, 1) &&
        within(of(fp64, fp32), 1 / 100, 1) &&
        within(of(fp64Tensor, fp32), 1 / 100, 4)
      );
    },
  ),
  law(
    "have 0.1 to 0.5 TFLOP/s of 16 bits for each GB/s of HBM",
    (row) =>
      !row.memoryType?.startsWith("HBM") ||
      wide(row) === null ||
      within(wide(row)! / (row.memoryBandwidthGBps ?? 0), 0.1, 0.5),
  ),
  law(
    "read their memory once in 8 to 170 ms",
    (row) => row.memoryBandwidthGBps === null || within((row.memoryGiB / row.memoryBandwidthGBps) * 1000, 8, 170),
  ),
  law("name the memory that the row states, or that is fitted where programs have less", (row) => {
    const named = Number(/-(\d+)GB$/.exec(row.name)?.[1]);
    const whole = row.migProfiles.some(({ name }) => name === `7g.${row.memoryGiB}gb`);
    const less = whole || row.note?.includes(`MiB of ${named} GiB fitted`) === true;
    return named === row.memoryGiB || (named > row.memoryGiB && less);
  }),
  law(
    "have links that are slower than their memory",
    (row) => row.linkGBps === null || within(row.linkGBps / (row.memoryBandwidthGBps ?? 0), 0.05, 1),
  ),
  law("have MIG instances that fit", (row) => {
    const slices = Math.max(0, ...row.migProfiles.map(({ name }) => Number(name[0])));
    return row.migProfiles.every(
      // Names round memory up to the next GB: 7 x 23 of a B200's 180.
      ({ name, maxInstances, memoryGB }) =>
        (memoryGB - 1) * maxInstances < row.memoryGiB &&
        Number(name[0]) * maxInstances <= slices &&
        new RegExp(`^\\dg\\.${memoryGB}gb([+-][a-z.]+)?$`).test(name),
    );
  }),
];
