import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { langOf } from "#app/values/untranslated.ts";
import type { Article } from "./article.ts";
import styles from "./article-page.module.css";

type ArticleProps = { article: Article; children?: ReactNode };

/** Article page; its children follow the introduction. */
export function ArticlePage({ article, children }: ArticleProps) {
  return (
    <>
      <BackButton fallback="/blog" label={t("Back to the blog")} />
      <ArticleText article={article}>{children}</ArticleText>
    </>
  );
}

export function ArticleText({ article, children }: ArticleProps) {
  const half = Math.ceil(article.sections.length / 2);
  return (
    <article className={styles.article}>
      <h1 lang={langOf(article, "name")} className={styles.title}>
        {article.name}
      </h1>
      {article.image ? (
        <div className={styles.picture}>
          <Picture
            src={article.image}
            alt=""
            width={1200}
            height={800}
            sizes="(min-width: 800px) 760px, 100vw"
            isFirst
          />
        </div>
      ) : null}
      {article.shortIntroduction ? (
        <p lang={langOf(article, "shortIntroduction")} className={styles.lead}>
          {article.shortIntroduction}
        </p>
      ) : null}
      {children}
      <Sections sections={article.sections.slice(0, half)} />
      {article.secondImage ? (
        <div className={styles.picture}>
          <Picture src={article.secondImage} alt="" width={1200} height={800} />
        </div>
      ) : null}
      <Sections sections={article.sections.slice(half)} />
      {article.summary ? <SummaryBox summary={article.summary} /> : null}
      {article.conclusion ? (
        <section className={styles.section}>
          <h2>{t("Conclusion")}</h2>
          <Paragraphs text={article.conclusion} lang={langOf(article, "conclusion")} />
        </section>
      ) : null}
    </article>
  );
}

function Sections({ sections }: { sections: Article["sections"] }) {
  return sections.map((section) => (
    <section key={`${section.title} ${section.text}`} className={styles.section}>
      {section.title ? <h2 lang={langOf(section, "title")}>{section.title}</h2> : null}
      {section.text ? <Paragraphs text={section.text} lang={langOf(section, "text")} /> : null}
    </section>
  ));
}

function SummaryBox({ summary }: { summary: NonNullable<Article["summary"]> }) {
  return (
    <section className={styles.summary}>
      {summary.topic ? <h2 lang={langOf(summary, "topic")}>{summary.topic}</h2> : null}
      {summary.text ? <p lang={langOf(summary, "text")}>{summary.text}</p> : null}
      {summary.points.length > 0 ? (
        <ul className={styles.points}>
          {summary.points.map((point) => (
            <li key={point} lang={langOf(summary, point)}>
              {point}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Paragraphs of a text, which are separated by empty lines. */
function Paragraphs({ text, lang }: { text: string; lang: "en" | undefined }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} lang={lang}>
      {paragraph}
    </p>
  ));
}
