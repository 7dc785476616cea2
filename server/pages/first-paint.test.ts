import { expect, test } from "vitest";
import { paintFirst } from "./first-paint.ts";

const STYLES = new Map([
  ["/assets/root-1.css", ".root{color:red}"],
  ["/assets/frame-1.css", ".frame{content:'$&'}"],
]);

const HEAD = [
  '<link rel="modulepreload" href="/assets/entry-1.js"/>',
  '<link rel="stylesheet" href="/assets/root-1.css"/>',
  '<link rel="stylesheet" href="/assets/frame-1.css#"/>',
  '<link rel="stylesheet" href="/assets/gone.css"/>',
].join("");
const aPage = (body: string) =>
  `<html><head>${HEAD}</head><body>${body}<script type="module" async="">import "/assets/entry-1.js";</script></body></html>`;
const paint = (html: string) => paintFirst(html, (address) => STYLES.get(address) ?? null);

test("a page contains its styles in order, and its style sheet links are disabled", () => {
  const html = paint(aPage("<p>Yam</p>"));
  expect(html).toContain("<style>.root{color:red}.frame{content:'$&'}</style>");
  expect(html).toContain('<link rel="stylesheet" href="/assets/root-1.css" disabled=""/>');
  // React looks for the URL that it rendered.
  expect(html).toContain('<link rel="stylesheet" href="/assets/frame-1.css#" disabled=""/>');
});

test("a missing style sheet stays linked", () => {
  expect(paint(aPage("<p>Yam</p>"))).toContain('<link rel="stylesheet" href="/assets/gone.css"/>');
});

test("scripts load only when the start script requests them", () => {
  const html = paint(aPage("<p>Yam</p>"));
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toContain('<script type="module"');
  expect(html).toContain('<link rel="later" href="/assets/entry-1.js"/>');
  expect(html).toContain('<script type="later">import "/assets/entry-1.js";</script>');
});

test("a page that is only a spinner loads its scripts immediately", () => {
  const html = paint(aPage('<div role="progressbar"></div>'));
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/entry-1.js"/>');
  expect(html).toContain('<script type="module" async="">import "/assets/entry-1.js";</script>');
  expect(html).toContain("<style>.root{color:red}");
});

test("a page without styles and scripts is unchanged", () => {
  expect(paint("<p>page</p>")).toBe("<p>page</p>");
});
