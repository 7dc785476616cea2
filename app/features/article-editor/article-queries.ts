import { ARTICLE_COLUMNS, type ArticleRow } from "#app/features/blog/article-row.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";

const ARTICLES_PER_PAGE = 20;

/** Article in the staff's list, whether public or not. */
export interface ListedArticle {
  id: number;
  name: string;
  /** Timestamp as the database formats it; null for a draft. */
  publishAt: string | null;
}

/** Returns drafts first, then articles by publication time, newest first; null past the last page. */
export async function listAllArticles({ rest }: BrowserData, pageIndex: number): Promise<PageOf<ListedArticle> | null> {
  const answer = await readWithRetries(["articles", pageIndex], async () => {
    const page = await rest
      .from("blog_post")
      .select("id, name, publish_at", { count: "exact" })
      .order("publish_at", { ascending: false, nullsFirst: true })
      .order("id", { ascending: false })
      .range(...rowsOfPage(pageIndex, ARTICLES_PER_PAGE));
    return isPastTheLastRow(page) ? null : { rows: rowsOf(page) ?? [], count: page.count };
  });
  if (answer === null) return null;
  const items = answer.rows.map(({ id, name, publish_at }) => ({ id, name, publishAt: publish_at }));
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: ARTICLES_PER_PAGE });
}

export async function findAnyArticle({ rest }: BrowserData, id: number): Promise<ArticleRow | null> {
  return readRow(["article", id], () => rest.from("blog_post").select(ARTICLE_COLUMNS).eq("id", id).maybeSingle());
}
