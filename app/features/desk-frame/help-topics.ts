import { Marked, type Token } from "marked";

/** A guide of docs/how-to for the owner and staff, or one section of the guide to a day. */
export interface HelpTopic {
  id: string;
  title: string;
  /** Pages of the back office that it names. */
  pages: readonly string[];
  html: string;
}

/** Link to another topic, as in the HTML of a topic. */
export const TOPIC_LINK = "#help:";

const FOLDER = "/docs/how-to/";
const GUIDES = import.meta.glob<string>(
  [
    "/docs/how-to/accept-snap-ebt.md",
    "/docs/how-to/deliver-in-runs.md",
    "/docs/how-to/let-customers-pay-in-the-store.md",
    "/docs/how-to/let-others-work.md",
    "/docs/how-to/list-products-on-google-and-meta.md",
    "/docs/how-to/put-a-recipe-into-an-article.md",
    "/docs/how-to/receive-and-count.md",
    "/docs/how-to/run-a-day.md",
    "/docs/how-to/sell-by-weight.md",
    "/docs/how-to/sell-goods-cut-to-order.md",
    "/docs/how-to/send-order-texts.md",
    "/docs/how-to/set-prices-by-quantity.md",
    "/docs/how-to/set-up-a-till.md",
    "/docs/how-to/tell-shoppers-when-a-product-is-back.md",
  ],
  { query: "?raw", import: "default", eager: true },
);
/** Each of its sections is a topic. */
const DAY = "run-a-day";
const PAGE = /`(\/desk[\w/-]*)`/g;

export const HELP_TOPICS: readonly HelpTopic[] = Object.entries(GUIDES)
  .flatMap(([file, text]) => topicsOf(file.slice(FOLDER.length, -".md".length), text))
  .toSorted((a, b) => a.title.localeCompare(b.title));

function topicsOf(guide: string, text: string): HelpTopic[] {
  if (guide !== DAY) return [topicOf(guide, text)];
  const [, ...sections] = text.split(/^#(?=# )/m);
  return sections.map((section) =>
    topicOf(`${guide}-${section.slice(2).split("\n", 1)[0]?.replaceAll(" ", "-")}`, section),
  );
}

function topicOf(id: string, text: string): HelpTopic {
  const [title = "", ...lines] = text.replace(/^# /, "").split("\n");
  const pages = new Set([...text.matchAll(PAGE)].map(([, page = ""]) => page));
  return { id, title, pages: [...pages], html: toHtml(lines.join("\n")) };
}

function toHtml(markdown: string): string {
  const marked = new Marked({
    renderer: {
      // Images and comments are for readers of the repository.
      html: () => "",
      image: () => "",
      codespan: ({ text }) => (text.startsWith("/desk") ? `<a href="${text}">${text}</a>` : `<code>${text}</code>`),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;
        const guide = href.replace(/\.md.*$/, "");
        return `${FOLDER}${guide}.md` in GUIDES && guide !== DAY ? `<a href="${TOPIC_LINK}${guide}">${text}</a>` : text;
      },
    },
    // The topic's title is the second level.
    walkTokens: (token: Token) => {
      if (token.type === "heading") token["depth"] += 1;
    },
  });
  return marked.parse(markdown, { async: false });
}
