import { join } from "node:path";
import type { Program } from "../../../../kubernetes/chart/program-files";

/** A program for pods on EKS: a file of the folder beside this one. */
export const awsProgram = (name: string): Program => ({ folder: join(__dirname, "programs"), name });
