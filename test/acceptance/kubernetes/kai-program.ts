// A whole cluster with KAI's queues, which no example has; OUTDIR says where it goes.
import { App } from "cdktf";
import { kaiStack } from "../../clouds/aws/kubernetes/kai-stack";

const app = new App({ outdir: process.argv[2] });
kaiStack(app);
app.synth();
