import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { takeFocus } from "#app/ui/element-refs.ts";
import styles from "./help-panel.module.css";
import { HELP_TOPICS, type HelpTopic, TOPIC_LINK } from "./help-topics.ts";

/**
 * Guides of the back office beside its page: those of the page first, or one guide. The guides are in English.
 * @param props.topicId "" for the list
 * @param props.pages labels of the pages that the user may open, by path
 */
export default function HelpPanel({
  topicId,
  pages,
  onOpen,
  onClose,
}: {
  topicId: string;
  pages: ReadonlyMap<string, string>;
  onOpen: (topicId: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const topic = HELP_TOPICS.find(({ id }) => id === topicId);

  function handleClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href") ?? "";
    if (href.startsWith(TOPIC_LINK)) onOpen(href.slice(TOPIC_LINK.length));
    else if (href.startsWith("/desk")) void navigate(href);
    else return;
    event.preventDefault();
  }

  return (
    <aside
      aria-label={t("Help")}
      className={styles.panel}
      onKeyDown={(event) => (event.key === "Escape" ? onClose() : undefined)}
    >
      <div className={styles.head}>
        <h2 key={topicId} ref={takeFocus} tabIndex={-1} lang={topic ? "en" : undefined}>
          {topic?.title ?? t("Help")}
        </h2>
        <SmallButton onClick={onClose}>{t("Close")}</SmallButton>
      </div>
      {topic ? (
        <>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside handle the keyboard. */}
          <div
            lang="en"
            className={styles.text}
            onClick={handleClick}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the guides are part of the program.
            dangerouslySetInnerHTML={{ __html: withLabels(topic.html, pages) }}
          />
          <SmallButton onClick={() => onOpen("")}>{t("All help")}</SmallButton>
        </>
      ) : (
        <TopicLists pages={pages} onOpen={onOpen} />
      )}
    </aside>
  );
}

function TopicLists({ pages, onOpen }: { pages: ReadonlyMap<string, string>; onOpen: (id: string) => void }) {
  const { pathname } = useLocation();
  const topics = HELP_TOPICS.filter((topic) => topic.pages.some((page) => pages.has(page)));
  const here = topics.filter((topic) => topic.pages.some((page) => isPageOf(pathname, page)));
  return (
    <>
      {here.length > 0 ? <TopicList title={t("On this page")} topics={here} onOpen={onOpen} /> : null}
      <TopicList title={t("All help")} topics={topics} onOpen={onOpen} />
    </>
  );
}

function TopicList({
  title,
  topics,
  onOpen,
}: {
  title: string;
  topics: readonly HelpTopic[];
  onOpen: (id: string) => void;
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ul lang="en" className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic.id}>
            <button type="button" onClick={() => onOpen(topic.id)}>
              {topic.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names pages as the menu does; a page that the user may not open is no link. */
function withLabels(html: string, pages: ReadonlyMap<string, string>): string {
  return html.replaceAll(/<a href="(\/desk[^"]*)">[^<]*<\/a>/g, (_, page: string) => {
    const label = pages.get(page);
    return label === undefined ? `<code>${page}</code>` : `<a href="${page}">${label}</a>`;
  });
}

/** Returns whether the URL is of this page or of one of its items; the board's URL begins all others. */
function isPageOf(pathname: string, page: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return path === page || (page !== "/desk" && path.startsWith(`${page}/`));
}
