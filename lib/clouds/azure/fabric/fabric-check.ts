import { join } from "node:path";
import { programOf } from "../../common/program-text";

const NAME = "warpform-fabric-check";

/** Puts the program onto a node by which a launcher compares the partition keys and placement groups that the boot has written down. */
export const fabricCheckProgram = (): string => `cat > /usr/local/bin/${NAME} <<'CHECK'
${programOf(join(__dirname, "programs"), NAME, {})}CHECK
chmod 755 /usr/local/bin/${NAME}
`;
