import { z } from "zod";

/** Shapes of environment variables; an empty one counts as absent. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.input<Schema>) =>
  z.preprocess((value) => (value === undefined || value === "" ? fallback : value), schema);
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

export const count = z.coerce.number().int().min(1);
export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
