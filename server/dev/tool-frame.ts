import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import { type Html, html } from "#server/base/html.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const STYLES = ["app/styles/tokens.css", "app/styles/reset.css", "server/dev/tool-frame.css"];

/** Returns one style sheet: the store's tokens and reset, the frame's styles, and those of the files. */
export function readToolStyles(...files: string[]): string {
  return [...STYLES, ...files].map((each) => readFileSync(join(ROOT, each), "utf8")).join("\n");
}

/**
 * Renders a page of a dev tool: complete HTML, no script, never cached.
 * @param page.policy content security policy in addition to the tool's own styles and images
 */
export function showToolPage(
  c: Context,
  page: { title: string; content: Html; stylesheet: string; policy: readonly string[]; status?: 200 | 400 | 404 },
) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...page.policy,
  ];
  c.header("content-security-policy", policy.join("; "));
  c.header("cache-control", "no-store");
  return c.html(
    html`<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${page.stylesheet}">
</head>
<body>
<header><a href="/"><img src="/logo.svg" alt="" width="44" height="44"> Back to the store</a></header>
<main>
<h1>${page.title}</h1>
${page.content}
</main>
</body>
</html>`,
    page.status ?? 200,
  );
}
