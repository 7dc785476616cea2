export type { AdmitCall, Wait } from "./admit-call.ts";
export type { CallerToken, CallFunction } from "./call-function.ts";
export { followSchema } from "./follow-schema.ts";
export type { ReadDirectly } from "./read-rows.ts";
export { defaultRestLimits, type RestLimits } from "./rest-limits.ts";
export { type DatabaseFunction, type ForeignKey, readSchema, type SchemaCache } from "./schema-cache.ts";
