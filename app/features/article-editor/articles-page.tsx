import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import textStyles from "#app/ui/text.module.css";
import { publicationOf } from "./article-draft.ts";
import type { ListedArticle } from "./article-queries.ts";
import styles from "./articles-page.module.css";

/** List of all articles, drafts first. */
export function ArticlesPage({ articles }: { articles: PageOf<ListedArticle> }) {
  return (
    <>
      <h1>{t("Articles")}</h1>
      <ButtonLink to="/desk/articles/new" isNarrow>
        {t("New article")}
      </ButtonLink>
      {articles.items.length === 0 ? <p>{t("No articles yet.")}</p> : null}
      <ul>
        {articles.items.map(({ id, name, publishAt }) => (
          <li key={id} className={styles.article}>
            <Link to={`/desk/articles/${id}`}>{name}</Link>
            <span className={textStyles.soft}>
              <ArticleState publishAt={publishAt} />
            </span>
          </li>
        ))}
      </ul>
      <Pagination path="/desk/articles" pageIndex={articles.pageIndex} pageCount={articles.pageCount} />
    </>
  );
}

/** Publication status of an article, with its date. */
export function ArticleState({ publishAt }: { publishAt: string | null }) {
  if (publishAt === null) return t("Draft");
  return nodes(
    publicationOf(publishAt, new Date()) === "public" ? t("Published <time/>") : t("Will be published <time/>"),
    { time: <DateTime at={publishAt} /> },
  );
}
