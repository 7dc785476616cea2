import type { BrowserData } from "#app/platform/browser-data.ts";
import { isPastTheLastRow, tableRows } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import type { Article, ArticlePreview } from "./article.ts";
import { ARTICLE_COLUMNS, type ArticleRow, articlePreviewFromRow, PREVIEW_COLUMNS } from "./article-row.ts";

type Tables = Pick<BrowserData["rest"], "from">;

const ARTICLES_PER_PAGE = 2;
const ARTICLES_ON_HOME = 12;

/** Returns one page of the blog, newest first; null past the last page. */
export async function listArticles(tables: Tables, pageIndex: number): Promise<PageOf<ArticlePreview> | null> {
  const answer = await tables
    .from("blog_post")
    .select(PREVIEW_COLUMNS, { count: "exact" })
    .order("publish_at", { ascending: false })
    .order("id", { ascending: false })
    .range(...rowsOfPage(pageIndex, ARTICLES_PER_PAGE));
  if (isPastTheLastRow(answer)) return null;
  const items = tableRows(answer).map(articlePreviewFromRow);
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: ARTICLES_PER_PAGE });
}

/** Returns the newest articles, for the home page. */
export async function listNewestArticles(tables: Tables): Promise<ArticlePreview[]> {
  const answer = await tables
    .from("blog_post")
    .select(PREVIEW_COLUMNS)
    .order("publish_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(ARTICLES_ON_HOME);
  return tableRows(answer).map(articlePreviewFromRow);
}

export async function findArticleRow(tables: Tables, id: number): Promise<ArticleRow | null> {
  const answer = await tables.from("blog_post").select(ARTICLE_COLUMNS).eq("id", id).limit(1);
  return tableRows(answer)[0] ?? null;
}

/** Returns the ids of the articles, one page of `pageSize`; null past the last page. */
export async function listArticleAddresses(
  tables: Tables,
  pageIndex: number,
  pageSize: number,
): Promise<PageOf<Pick<Article, "id">> | null> {
  const answer = await tables
    .from("blog_post")
    .select("id", { count: "exact" })
    .order("id")
    .range(...rowsOfPage(pageIndex, pageSize));
  if (isPastTheLastRow(answer)) return null;
  const items = tableRows(answer);
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize });
}
