import { ARTICLE_COLUMNS, type ArticleRow } from "#app/features/blog/article-row.ts";
import { type PictureChange, putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { labelOf } from "#app/features/images/picture-list.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { withChanges } from "#app/values/merge-changes.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";
import { objectOf } from "#app/values/typed-object.ts";
import type { articleDraftRow } from "./article-draft.ts";

export type SaveResult = { kind: "saved"; article: ArticleRow } | { kind: "rejected"; message: string };

type ArticleTexts = ReturnType<typeof articleDraftRow>;

/**
 * Creates an article, or saves the changes of one.
 * @param before null for a new article
 * @param shown text columns of the form before any typing
 */
export async function saveArticle(
  data: BrowserData,
  before: ArticleRow | null,
  texts: { shown: ArticleTexts; typed: ArticleTexts },
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
  const images = { img1: first ?? "", img2: second ?? null };
  let saved: ArticleRow;
  try {
    const id = before
      ? await changeArticle(data, before, texts, images)
      : rowsOf(
          await data.rest
            .from("blog_post")
            .insert({ ...texts.typed, ...images })
            .select("id")
            .single(),
        )?.id;
    saved = rowsOf(
      await data.rest
        .from("blog_post")
        .select(ARTICLE_COLUMNS)
        .eq("id", id ?? 0)
        .single(),
    ) as ArticleRow;
  } catch (error) {
    await putBack(data, uploads);
    throw error;
  }
  const replaced = [before?.img1 ?? null, before?.img2 ?? null].filter(
    (address) => address !== saved.img1 && address !== saved.img2,
  );
  // If an image cannot be deleted, it stays in the bucket, unused.
  await removeUnusedPictures(data, replaced).catch(console.error);
  return { kind: "saved", article: saved };
}

async function changeArticle(
  data: BrowserData,
  article: ArticleRow,
  { shown, typed }: { shown: ArticleTexts; typed: ArticleTexts },
  images: Pick<ArticleRow, "img1" | "img2">,
): Promise<number> {
  const { id } = article;
  const columns = Object.keys({ ...typed, ...images }) as (keyof ArticleTexts | keyof typeof images)[];
  const before = objectOf(columns.map((column) => [column, article[column]])) as ArticleTexts & typeof images;
  const { error } = await saveMerged({
    before,
    mine: { ...withChanges(before, shown, typed), ...images },
    subject: t("This article"),
    labels: ([column = ""]) => articleLabel(column),
    write: rowWriter(data, "blog_post", { id }),
  });
  if (error) throw new Error(t("We couldn't save the article. Try again."), { cause: error });
  return id;
}

function articleLabel(column: string): string {
  const [, kind, number] = /^(title|description)(\d)$/.exec(column) ?? [];
  if (kind !== undefined) return `${kind === "title" ? t("Heading") : t("Text")} ${number}`;
  const labels: Record<string, string> = {
    name: t("Title"),
    short_introduction: t("Introduction"),
    semi_conclusion_topic: t("Box heading"),
    semi_conclusion_text: t("Box text"),
    conclusion: t("Conclusion"),
    publish_at: t("Publish at"),
    img1: labelOf(0),
    img2: labelOf(1),
  };
  return labels[column] ?? t("Point {number}", { number: Number(column.at(-1)) });
}

export async function removeArticle(data: BrowserData, article: ArticleRow): Promise<void> {
  const removal = await data.rest.from("blog_post").delete().eq("id", article.id).select("id");
  if (removal.error) throw new Error(t("We couldn't remove the article. Try again."), { cause: removal.error });
  changedRows(removal, t("This article"));
  await removeUnusedPictures(data, [article.img1, article.img2]).catch(console.error);
}
