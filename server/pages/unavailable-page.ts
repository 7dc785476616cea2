import { html } from "#server/base/html.ts";

/** Page for outages; needs no script, style sheet, or database. */
const page = (words: string) => html`<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>One moment, please</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>${words}</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;

const HEADERS = { "content-type": "text/html; charset=utf-8" };

/** Response 503 with `Retry-After`. Clone it, because a body can be read only once. */
export const UNAVAILABLE_PAGE = new Response(
  String(page("We can't show this page right now. We keep your cart. Try again in a moment.")),
  { status: 503, headers: { ...HEADERS, "retry-after": "5" } },
);

/** Response 429; its `Retry-After` depends on the client, so it is added later. */
export const TOO_MANY_PAGE = new Response(
  String(page("Too many requests from your network. We keep your cart. Try again in a moment.")),
  { status: 429, headers: HEADERS },
);
