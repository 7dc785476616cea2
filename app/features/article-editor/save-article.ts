import { ARTICLE_COLUMNS, type ArticleRow } from "#app/features/blog/article-row.ts";
import { type PictureChange, putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";
import type { articleDraftRow } from "./article-draft.ts";

export type SaveResult = { kind: "saved"; article: ArticleRow } | { kind: "rejected"; message: string };

/**
 * Creates an article, or updates one that is unchanged since the form read it.
 * @param before null for a new article
 */
export async function saveArticle(
  data: BrowserData,
  before: ArticleRow | null,
  row: ReturnType<typeof articleDraftRow>,
  pictures: { first: PictureChange; second: PictureChange },
): Promise<SaveResult> {
  const uploads = await uploadChanges(data, [
    { change: pictures.first, savedAddress: before?.img1 ?? "" },
    { change: pictures.second, savedAddress: before?.img2 ?? null },
  ]);
  if (uploads.kind === "failed") {
    return {
      kind: "rejected",
      message: t("Image {number} could not be uploaded. Nothing was saved.", { number: uploads.place + 1 }),
    };
  }
  const [first, second] = uploads.addresses.map((address) => address && withoutOrigin(address));
  const columns = { ...row, img1: first ?? "", img2: second ?? null };
  const articles = data.rest.from("blog_post");
  const { data: saved, error } = before
    ? await articles
        .update(columns)
        .eq("id", before.id)
        .eq("updated_at", before.updated_at)
        .select(ARTICLE_COLUMNS)
        .maybeSingle()
    : await articles.insert(columns).select(ARTICLE_COLUMNS).single();
  if (error || !saved) {
    await putBack(data, uploads);
    if (error) throw new Error(t("We couldn't save the article. Try again."), { cause: error });
    return {
      kind: "rejected",
      message: t(
        "Someone else changed or removed this article since you opened it. Copy your text, then open it again.",
      ),
    };
  }
  const replaced = [before?.img1 ?? null, before?.img2 ?? null].filter(
    (address) => address !== saved.img1 && address !== saved.img2,
  );
  // If an image cannot be deleted, it stays in the bucket, unused.
  await removeUnusedPictures(data, replaced).catch(console.error);
  return { kind: "saved", article: saved };
}

/** @returns the message on failure, null on success */
export async function removeArticle(data: BrowserData, article: ArticleRow): Promise<string | null> {
  const { data: removed, error } = await data.rest.from("blog_post").delete().eq("id", article.id).select("id");
  if (error) return t("We couldn't remove the article. Try again.");
  if (removed.length === 0) return t("This article no longer exists. Reload the page.");
  await removeUnusedPictures(data, [article.img1, article.img2]).catch(console.error);
  return null;
}
