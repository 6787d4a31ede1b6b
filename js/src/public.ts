// What the package exports besides `connect` and `load`, which differ between hosts.

export type { Name, Progress, RequestOf, ResponseOf } from "./api.js";
export type { CallOptions, ConnectOptions, Gordian } from "./client.js";
export type { DirectGordian, DirectOptions } from "./direct.js";
export type * from "./documents.js";
export { type ErrorDetail, GordianError } from "./error.js";
export type { ModuleOptions } from "./module.js";
export { type Part, PARTS } from "./parts.js";
