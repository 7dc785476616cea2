import { use, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { type Article, articlePath } from "#app/features/blog/article.ts";
import { ArticleText } from "#app/features/blog/article-page.tsx";
import { type ArticleRow, articleFromRow } from "#app/features/blog/article-row.ts";
import { AdminRecipeTools } from "#app/features/recipes/admin-recipe-tools.tsx";
import type { RecipeLine } from "#app/features/recipes/recipe.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { discardAutosave } from "#app/ui/autosave.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Question } from "#app/ui/question.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useTypingKey } from "#app/ui/typing-person.ts";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { type ArticleDraft, articleDraft, EMPTY_DRAFT } from "./article-draft.ts";
import styles from "./article-editor.module.css";
import { ArticleForm } from "./article-form.tsx";
import { ArticleState } from "./articles-page.tsx";
import { removeArticle } from "./save-article.ts";

/** Page to write, preview, and publish an article. */
export function ArticleEditor({
  article,
  lines,
}: {
  /** Null for a new article. */
  article: ArticleRow | null;
  /** Recipe of the article. */
  lines: readonly RecipeLine[];
}) {
  const timeZone = use(ShopTimeZone);
  const [saved, setSaved] = useState(article);
  const [savedDraft, setSavedDraft] = useState(() => draftOf(article, timeZone));
  // After its first save, an article has an id, and its page restores the autosave of that id.
  const name = `article ${saved?.id ?? "new"}`;
  const autosaveKey = useTypingKey(name);
  const autosaved = useAutosavedForm(name, savedDraft);
  /** Incremented when the form starts over. */
  const [round, setRound] = useState(0);
  const [preview, setPreview] = useState<Article | null>(null);
  const page = useRef<HTMLDivElement>(null);

  function handlePreview(article: Article) {
    flushSync(() => setPreview(article));
    page.current?.focus();
  }

  function handleSaved(next: ArticleRow, sent: ArticleDraft) {
    const draft = draftOf(next, timeZone);
    setSaved(next);
    setSavedDraft(draft);
    autosaved.showSaved(sent, draft);
  }

  function handleStartOver() {
    autosaved.startOver();
    setRound((count) => count + 1);
  }

  return (
    <>
      <div ref={page} tabIndex={-1} hidden={preview === null}>
        {preview ? (
          <>
            <FormMessage kind="notice">
              <p>{t("Preview. Nothing is saved yet.")}</p>
            </FormMessage>
            <div className={styles.bar}>
              <Button onClick={() => setPreview(null)}>{t("Back to editing")}</Button>
            </div>
            <ArticleText article={preview} />
          </>
        ) : null}
      </div>
      <Stack gap={5} canShrink hidden={preview !== null}>
        <h1>{saved ? saved.name : t("New article")}</h1>
        {saved ? (
          <p>
            <ArticleState publishAt={saved.publish_at} />{" "}
            {savedDraft.publication === "public" ? <Link to={articlePath(saved)}>{t("View in store")}</Link> : null}
          </p>
        ) : null}
        <RestoredDraftNotice
          since={autosaved.autosavedAt}
          startOver={saved ? t("Discard changes") : t("Start over")}
          onStartOver={handleStartOver}
        />
        <ArticleForm
          key={round}
          saved={saved}
          savedDraft={savedDraft}
          draft={autosaved.draft}
          hasTyped={autosaved.isChanged}
          autosaveKey={autosaveKey}
          onChange={autosaved.change}
          onPreview={handlePreview}
          onSaved={handleSaved}
        />
        {saved ? (
          <>
            <Section title={t("Ingredients")}>
              <p>{ingredientWords(lines.length)}</p>
              <AdminRecipeTools article={articleFromRow(saved)} lines={lines} />
            </Section>
            <RemoveArticle article={saved} onRemoved={() => discardAutosave(autosaveKey)} />
          </>
        ) : null}
      </Stack>
    </>
  );
}

function RemoveArticle({ article, onRemoved }: { article: ArticleRow; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();

  async function handleYes(): Promise<void> {
    await removeArticle(getBrowserData(), article);
    onRemoved();
    setAsking(false);
    showToast({ kind: "success", text: t("Article removed") });
    await navigate("/desk/articles", { replace: true });
  }

  return (
    <div>
      <Button variation="danger" onClick={() => setAsking(true)}>
        {t("Remove article")}
      </Button>
      {isAsking ? (
        <Question
          title={t("Remove this article?")}
          yes={t("Remove")}
          no={t("Keep it")}
          onYes={handleYes}
          onClose={() => setAsking(false)}
        >
          {t("This deletes its text, and links to it stop working. To hide it instead, make it a draft.")}
        </Question>
      ) : null}
    </div>
  );
}

function draftOf(article: ArticleRow | null, timeZone: string): ArticleDraft {
  return article ? articleDraft(article, new Date(), timeZone) : EMPTY_DRAFT;
}

function ingredientWords(count: number): string {
  if (count === 0) return t("No products linked yet.");
  return t("{count, plural, one {# product} other {# products}} linked.", { count });
}
