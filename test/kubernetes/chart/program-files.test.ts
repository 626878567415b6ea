import { eksPlatform } from "../../../lib/clouds/aws/kubernetes/writers/eks-platform";
import { aksPlatform } from "../../../lib/clouds/azure/kubernetes/writers/aks-platform";
import { PROGRAMS, type Program, programText } from "../../../lib/kubernetes/chart/program-files";
import type { Platform } from "../../../lib/kubernetes/platform/platform";

const ofPlatform = ({ fabric, objects }: Platform): Program[] => [
  ...(fabric.monitoring.exporter?.programs ?? []),
  ...(objects ? [objects.program] : []),
];

describe("programText", () => {
  it.each([...Object.values(PROGRAMS), ...ofPlatform(eksPlatform), ...ofPlatform(aksPlatform)])(
    "finds $name, which a chart ships as a file",
    (program) => {
      expect(programText(program).length).toBeGreaterThan(100);
    },
  );
});
