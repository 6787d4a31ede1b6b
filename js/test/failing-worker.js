// A worker whose module has the requests that fail.
import { parentPort } from "node:worker_threads";
import { serve } from "../dist/serve.js";
import { loadFailures } from "./failures.js";

parentPort.on("message", serve(loadFailures, (message) => parentPort.postMessage(message)));
