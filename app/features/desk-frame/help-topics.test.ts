import { expect, test } from "vitest";
import { findDeskPage, sectionsFor } from "./desk-pages.ts";
import { HELP_TOPICS } from "./help-topics.ts";

const owner = sectionsFor({ role: "owner" });
const driver = sectionsFor({ role: "driver" });
const pageOf = (pathname: string) => findDeskPage({ pathname, search: "" }, [...owner, ...driver])?.page.to;

test("each page of the menu has help, and the guides name no page that does not exist", () => {
  const named = [...new Set(HELP_TOPICS.flatMap(({ pages }) => pages))];
  expect(named.filter((page) => pageOf(page) !== page)).toEqual([]);
  const menu = owner.flatMap(({ pages }) => pages.filter(({ under }) => !under).map(({ to }) => to));
  expect(menu.filter((page) => !named.includes(page))).toEqual([]);
});

test("each topic is in at least one page's help", () => {
  expect(HELP_TOPICS.filter(({ pages }) => pages.length === 0).map(({ title }) => title)).toEqual([]);
});

test("help is HTML without images, raw Markdown, or links to files", () => {
  for (const { title, html } of HELP_TOPICS) {
    expect([title, /<img|!\[|\]\(|\*\*|\.md|<p><\/p>|align=/.exec(html)?.[0]]).toEqual([title, undefined]);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.filter((href) => !/^(https:|\/desk|#help:)/.test(href))).toEqual([]);
    const topics = links.filter((href) => href.startsWith("#help:")).map((href) => href.slice("#help:".length));
    expect(topics.filter((id) => !HELP_TOPICS.some((topic) => topic.id === id))).toEqual([]);
  }
});
