import fc from "fast-check";
import { failureRecord, failureRecords, failuresPerNodeDay } from "../../../lib/catalog/failure-rates";
import { exactly } from "../../../lib/sizing/inputs/range";
import {
  effectiveTrainingTime,
  failuresPerDay,
  interruptionsInRun,
  lostWork,
  meanTimeToFailure,
  publishedFailureRate,
  spareNodes,
  spotInterruptionsPerHour,
} from "../../../lib/sizing/reliability/reliability";

const HOUR = 3600;
const rsc1 = exactly(6.5e-3);
const run = {
  nodes: 2000,
  perNodeDay: rsc1,
  intervalSeconds: HOUR,
  stallSeconds: exactly(0),
  restartSeconds: exactly(300),
};

describe("failureRecords", () => {
  it("holds Llama 3's table 5 whole: 419 unexpected interruptions by cause", () => {
    const causes = Object.values(failureRecord("llama-3-405b").causes!);
    expect(causes.reduce((a, b) => a + b, 0)).toBe(419);
  });

  it("has a rate and a source on every row", () => {
    for (const record of failureRecords()) {
      expect(failuresPerNodeDay(record)).toBeGreaterThan(0);
      expect(record.source).toMatch(/^https:/);
    }
  });

  it("names the nearest record for an unknown one", () => {
    expect(() => failureRecord("llama-3-405")).toThrow('"llama-3-405" is not in the catalog; nearest are llama-3-405b');
  });
});

describe("meanTimeToFailure", () => {
  // arXiv 2410.21680: 16,384 GPUs 1.8 h, 131,072 GPUs 0.23 h at RSC-1's rate; arXiv 2407.21783: 419 in 54 days on 16,384
  it.each([
    [2048, "meta-rsc-1", 1.8],
    [16384, "meta-rsc-1", 0.23],
    [2048, "llama-3-405b", 3.09],
  ])("of %i nodes at the rate of %s is %d h", (nodes, record, hours) => {
    const mttf = meanTimeToFailure(nodes, failuresPerNodeDay(failureRecord(record))) / HOUR;
    expect(Math.abs(mttf / hours - 1)).toBeLessThan(0.025);
  });

  // aws.amazon.com/blogs/machine-learning/reduce-ml-training-costs-with-amazon-sagemaker-hyperpod: per cent an instance-hour
  it.each([
    ["opt-175b", 0.0588],
    ["llama-3-405b", 0.0161],
    ["mpt-7b", 0.0319],
  ])("agrees with the rate that AWS derives of %s", (record, percentPerHour) => {
    const rate = (failuresPerNodeDay(failureRecord(record)) / 24) * 100;
    expect(Math.abs(rate / percentPerHour - 1)).toBeLessThan(0.025);
  });

  it("halves when nodes double", () => {
    expect(meanTimeToFailure(64, 0.004) / meanTimeToFailure(128, 0.004)).toBeCloseTo(2, 12);
  });
});

describe("interruptionsInRun", () => {
  it("gives Llama 3's 419 at its own rate, and has them in the range of everybody's", () => {
    const own = exactly(failuresPerNodeDay(failureRecord("llama-3-405b")));
    expect(interruptionsInRun(2048, own, 54).expected).toBeCloseTo(419, 9);
    const all = interruptionsInRun(2048, publishedFailureRate(null).perNodeDay, 54);
    expect(all.low).toBeLessThan(419);
    expect(all.high).toBeGreaterThan(419);
  });

  it("is uncertain by chance alone where the rate is not", () => {
    expect(interruptionsInRun(100, exactly(0.01), 100)).toEqual({ low: 100 - 19.6, expected: 100, high: 119.6 });
  });

  it("says what is wrong with negative days", () => {
    expect(() => interruptionsInRun(1, exactly(0.01), -1)).toThrow(
      "interruptionsInRun: days must be a number of 0 or more days, got -1; use 0 or more",
    );
  });
});

describe("publishedFailureRate", () => {
  it("takes the median of the accelerator's records and the range of all", () => {
    const { perNodeDay, records } = publishedFailureRate("H100-SXM-80GB");
    expect(records).toEqual(["llama-3-405b"]);
    expect(perNodeDay.expected).toBeCloseTo(419 / 2048 / 54, 12);
    expect([perNodeDay.low, perNodeDay.high]).toEqual([2.34e-3, 105 / 124 / 60]);
  });

  it("takes all records for an accelerator that nobody published of", () => {
    expect(publishedFailureRate("B200").records).toHaveLength(failureRecords().length);
  });
});

describe("effectiveTrainingTime", () => {
  // arXiv 2410.21680 section III and figure 10: nodes, minutes between checkpoints, minutes of restart and queue, ETTR
  it.each([
    [2000, 60, 5, 6.5e-3, 0.7],
    [2000, 5, 5, 6.5e-3, 0.93],
    [1000, 30, 6, 6.5e-3, 0.9],
    [512, 60, 5, 6.5e-3, 0.9],
    [12500, 2, 2, 2.34e-3, 0.9],
  ])("is within 5 %% of Meta's for %i nodes, %i min, %i min", (nodes, interval, restart, rate, published) => {
    const ratio = effectiveTrainingTime({
      nodes,
      perNodeDay: exactly(rate),
      intervalSeconds: interval * 60,
      stallSeconds: exactly(0),
      restartSeconds: exactly(restart * 60),
    }).expected;
    expect(Math.abs(ratio / published - 1)).toBeLessThan(0.05);
  });

  it("is above the 90 % of Llama 3 at its failure rate, with 20 s of stall every 10 minutes and 10 minutes of restart", () => {
    const rate = failuresPerNodeDay(failureRecord("llama-3-405b"));
    const ratio = effectiveTrainingTime({
      nodes: 2048,
      perNodeDay: exactly(rate),
      intervalSeconds: 600,
      stallSeconds: exactly(20),
      restartSeconds: exactly(600),
    });
    expect(ratio.expected).toBeGreaterThan(0.88);
    expect(ratio.expected).toBeLessThan(0.93);
  });

  it("loses only the stalls where nothing fails", () => {
    expect(effectiveTrainingTime({ ...run, perNodeDay: exactly(0), stallSeconds: exactly(400) }).expected).toBe(0.9);
  });

  it("agrees with a simulation of failures at random to one per cent", () => {
    let seed = 42;
    const uniform = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return (seed + 0.5) / 2 ** 31;
    };
    const mttf = meanTimeToFailure(2000, 6.5e-3);
    const next = () => -Math.log(uniform()) * mttf;
    const [work, stall, restart] = [1800, 60, 300];
    let wall = 0;
    let failure = next();
    for (let kept = 0; kept < 20_000; ) {
      let left = work + stall;
      while (failure < left) {
        wall += failure;
        failure = next();
        left = restart + work + stall;
      }
      wall += left;
      failure -= left;
      kept++;
    }
    const expected = effectiveTrainingTime({
      ...run,
      intervalSeconds: work,
      stallSeconds: exactly(stall),
      restartSeconds: exactly(restart),
    }).expected;
    expect(Math.abs((20_000 * work) / wall / expected - 1)).toBeLessThan(0.01);
  });

  it("never rises with more nodes, more failures or a longer restart, and stays between 0 and 1", () => {
    const positive = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), positive, positive, positive, (nodes, rate, interval, restart) => {
        const p = {
          nodes,
          perNodeDay: exactly(rate * 1e-3),
          intervalSeconds: interval * 1000,
          stallSeconds: exactly(10),
          restartSeconds: exactly(restart * 100),
        };
        const base = effectiveTrainingTime(p).expected;
        expect(base).toBeGreaterThanOrEqual(0);
        expect(base).toBeLessThanOrEqual(1);
        expect(effectiveTrainingTime({ ...p, nodes: nodes + 1 }).expected).toBeLessThanOrEqual(base);
        expect(effectiveTrainingTime({ ...p, perNodeDay: exactly(rate * 2e-3) }).expected).toBeLessThanOrEqual(base);
        expect(effectiveTrainingTime({ ...p, restartSeconds: exactly(restart * 200) }).expected).toBeLessThanOrEqual(
          base,
        );
      }),
    );
  });
});

describe("lostWork", () => {
  it("loses half an interval a failure: 1.5 h for BLOOM's checkpoints every 3 h", () => {
    const lost = lostWork({ ...run, nodes: 48, intervalSeconds: 3 * HOUR, restartSeconds: exactly(0) }, null);
    expect(lost.secondsPerFailure.expected).toBe(1.5 * HOUR);
    expect(lost.usdPerDay).toBeNull();
  });

  it("costs the node-hours at the price given", () => {
    const lost = lostWork(run, 2);
    expect(lost.usdPerDay!.expected).toBeCloseTo(2 * lost.nodeHoursPerDay.expected, 9);
    expect(lost.nodeHoursPerDay.expected).toBeCloseTo(13 * 2000 * (35 / 60), 6);
  });
});

describe("failuresPerDay", () => {
  it("is 7.76 for the 2,048 nodes of Llama 3", () => {
    expect(failuresPerDay(2048, failuresPerNodeDay(failureRecord("llama-3-405b")))).toBeCloseTo(7.76, 2);
  });

  it("never falls with more nodes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (nodes, rate) => {
        expect(failuresPerDay(nodes + 1, rate)).toBeGreaterThanOrEqual(failuresPerDay(nodes, rate));
      }),
    );
  });
});

describe("spareNodes", () => {
  it("keeps 4 spares for 128 nodes with two days of repair at 99 %", () => {
    expect(spareNodes(128, exactly(0.004), 48, 0.99).expected).toBe(4);
  });

  it("keeps none where nothing fails, and does not overflow on large fleets", () => {
    expect(spareNodes(128, exactly(0), 48, 0.99).expected).toBe(0);
    const many = spareNodes(100_000, exactly(0.01), 48, 0.99).expected;
    expect(many).toBeGreaterThan(2000);
    expect(many).toBeLessThan(2150);
  });
});

describe("spotInterruptionsPerHour", () => {
  it("turns 10 % a month into one interruption of 16 nodes every 433 hours", () => {
    expect(1 / (16 * spotInterruptionsPerHour(0.1))).toBeCloseTo(433.04, 2);
  });
});

describe("bad input to reliability", () => {
  it.each<[() => unknown, string]>([
    [() => failuresPerDay(0, 0.004), "nodes must be a whole number of 1 or more, got 0; use 1 or more"],
    [() => failuresPerDay(2.5, 0.004), "nodes must be a whole number of 1 or more, got 2.5; use 1 or more"],
    [
      () => meanTimeToFailure(8, -1),
      "perNodeDay must be a number of 0 or more, got -1; use publishedFailureRate, about 0.004",
    ],
    [
      () => effectiveTrainingTime({ ...run, intervalSeconds: 0 }),
      "intervalSeconds must be a number above 0 s, got 0; use dalyInterval",
    ],
    [
      () => effectiveTrainingTime({ ...run, restartSeconds: { low: Number.NaN, expected: 1, high: 1 } }),
      "restartSeconds.low must be a number of 0 or more s, got NaN; use 0 or more",
    ],
    [() => lostWork(run, -98), "usdPerNodeHour must be a number of 0 or more US dollars, got -98; use 0 or more"],
    [() => spareNodes(8, rsc1, 24, 1), "confidence must be a number from 0.5 to 0.999999, got 1; use 0.99"],
    [() => spareNodes(8, rsc1, -1, 0.99), "repairHours must be a number of 0 or more h, got -1; use 0 or more"],
    [
      () => spotInterruptionsPerHour(10),
      "monthlyProbability must be a number from 0 to 0.99, got 10; use 0.1 for 10 % a month",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
