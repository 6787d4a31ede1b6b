// The worker in Node.js.

import { parentPort } from "node:worker_threads";
import { load } from "./read.js";
import { serve } from "./serve.js";

const receive = serve(load, (message) => parentPort?.postMessage(message));
parentPort?.on("message", receive);
