import { z } from "zod";

/** Shapes of environment variables; an empty one counts as absent. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.input<Schema>) =>
  z.preprocess((value) => (value === undefined || value === "" ? fallback : value), schema);
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** A number in decimal digits: "1e3", "0x10", and " 5 " are not numbers. */
export const numberIn = <Shape extends z.ZodNumber>(shape: Shape) =>
  z.preprocess((text) => (/^\d+(\.\d+)?$/.test(String(text)) ? Number(text) : text), shape);

export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  numberIn(
    z
      .number({ error: "must be a number" })
      .int({ error: "must be a whole number" })
      .min(min, { error: `must be at least ${min}` })
      .max(max, { error: `must be at most ${max}` }),
  );

export const count = wholeNumber(1);
export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
