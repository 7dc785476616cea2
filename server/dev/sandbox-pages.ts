import type { StripeSandbox } from "@calabash/stripe-sandbox";
import { createSandboxPages } from "@calabash/stripe-sandbox/pages";
import type { Hono } from "hono";
import { readToolStyles, showToolPage } from "./tool-frame.ts";

/** Creates the sandbox's pages in the frame of the dev tools. */
export function openSandboxPages(dashboard: StripeSandbox["dashboard"]): Hono {
  return createSandboxPages({ dashboard, showPage: showToolPage, styles: readToolStyles() });
}
