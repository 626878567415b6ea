// Reads paths of cdk.tf.json files from its arguments; prints for each, as a line of JSON, what boots too early in it.
import { readFileSync } from "node:fs";
import { BootOrder } from "../../clouds/aws/boot-order";

for (const file of process.argv.slice(2)) {
  const order = new BootOrder(JSON.parse(readFileSync(file, "utf8")));
  const early = order.runners.flatMap((runner) =>
    order.late(runner).map((late) => `${runner} does not wait for ${late}`),
  );
  const circles = order.circles.map((address) => `${address} waits for itself`);
  console.log(JSON.stringify({ file, runners: order.runners.length, complaints: [...early, ...circles] }));
}
