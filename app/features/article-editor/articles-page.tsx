import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import type { ListedArticle } from "./article-queries.ts";
import { ArticleState } from "./article-state.tsx";
import styles from "./articles-page.module.css";

/** List of all articles, drafts first. */
export function ArticlesPage({ articles }: { articles: PageOf<ListedArticle> }) {
  return (
    <>
      <h1>{t("Articles")}</h1>
      <div>
        <ButtonLink to="/desk/articles/new">{t("New article")}</ButtonLink>
      </div>
      {articles.items.length === 0 ? <p>{t("No articles yet.")}</p> : null}
      <ul className={styles.articles}>
        {articles.items.map(({ id, name, publishAt }) => (
          <li key={id} className={styles.article}>
            <Link to={`/desk/articles/${id}`}>{name}</Link>
            <span className={styles.state}>
              <ArticleState publishAt={publishAt} />
            </span>
          </li>
        ))}
      </ul>
      <Pagination path="/desk/articles" pageIndex={articles.pageIndex} pageCount={articles.pageCount} />
    </>
  );
}
