// One lane of checks on a control plane of its own, beside the others: lane.mjs NAME FOLDER PORT
import { finish } from "../lib/checks.mjs";
import { laneChecks } from "./lanes.mjs";

const [, , name, folder, port] = process.argv;
laneChecks(name, folder, port);
finish();
