import type { html } from "hono/html";

/** Creates HTML with escaped values. */
export type Html = ReturnType<typeof html>;
