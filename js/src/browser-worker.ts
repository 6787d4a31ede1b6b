// The worker in browsers.

import { load } from "./fetch.js";
import { serve } from "./serve.js";

const receive = serve(load, (message) => postMessage(message));
addEventListener("message", (event) => receive(event.data));
