// A TCP link to a cluster of this machine, which is lost when the process ends: link.mjs FROM TO
import { connect, createServer } from "node:net";

const [from, to] = process.argv.slice(2).map(Number);
createServer((here) => {
  const there = connect(to, "127.0.0.1");
  const end = () => {
    here.destroy();
    there.destroy();
  };
  here.on("error", end).on("close", end);
  there.on("error", end).on("close", end);
  here.pipe(there).pipe(here);
}).listen(from, "127.0.0.1");
