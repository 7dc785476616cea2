import { use, useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Article } from "#app/features/blog/article.ts";
import type { ArticleRow } from "#app/features/blog/article-row.ts";
import { fitChange, type PictureChange } from "#app/features/images/picture-changes.ts";
import { PictureField, readAddress } from "#app/features/images/picture-field.tsx";
import { labelOf } from "#app/features/images/picture-list.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { discardAutosave } from "#app/ui/autosave.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type LeaveLabels, useUnsavedChangesPrompt } from "#app/ui/unsaved-changes-prompt.tsx";
import { type Answer, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import {
  type ArticleDraft,
  articleDraftRow,
  articleProblems,
  type Publication,
  previewOf,
  publicationOf,
} from "./article-draft.ts";
import styles from "./article-form.module.css";
import { ArticlePoints, Visibility } from "./article-points.tsx";
import { ArticleSections } from "./article-sections.tsx";
import { saveArticle } from "./save-article.ts";

const leaving = (): LeaveLabels => ({
  question: t("Leave without saving? We keep your text on this device, but not the images."),
  stay: t("Keep editing"),
  leave: t("Leave"),
});

const savedTexts = (): Record<Publication, string> => ({
  draft: t("Draft saved"),
  public: t("Article published"),
  later: t("Article scheduled"),
});

const UNCHANGED: PictureChange = { kind: "keep" };
const NO_PICTURE = { change: UNCHANGED, problem: "" };

/** Form of an article. Its values are autosaved on the device. */
export function ArticleForm({
  saved,
  savedDraft,
  draft,
  hasTyped,
  autosaveKey,
  onChange: change,
  onPreview,
  onSaved,
}: {
  /** Null for a new one. */
  saved: ArticleRow | null;
  savedDraft: ArticleDraft;
  draft: ArticleDraft;
  hasTyped: boolean;
  /** Key of the form's autosave. */
  autosaveKey: string | null;
  onChange: (changed: Partial<ArticleDraft>) => void;
  onPreview: (article: Article) => void;
  onSaved: (article: ArticleRow, sent: ArticleDraft) => void;
}) {
  const timeZone = use(ShopTimeZone);
  const navigate = useNavigate();
  const [pictures, setPictures] = useState({ img1: NO_PICTURE, img2: NO_PICTURE });
  const isChanged = hasTyped || pictures.img1.change !== UNCHANGED || pictures.img2.change !== UNCHANGED;
  // After the first save, the page changes to the new article's URL without a prompt.
  const isLeaving = useRef(false);
  const { question } = useUnsavedChangesPrompt(
    useCallback(() => isChanged && !isLeaving.current, [isChanged]),
    leaving(),
  );

  const form = useForm({
    read: () => draft,
    check: (typed) => ({
      ...articleProblems(typed, new Date(), timeZone),
      img1: pictures.img1.problem || undefined,
      img2: pictures.img2.problem || undefined,
    }),
    send: async (typed) => {
      const [one, two] = [await fitChange(pictures.img1.change), await fitChange(pictures.img2.change)];
      if (!one || !two) {
        return rejected(t("Image {number} is too large, and this browser can't resize it.", { number: one ? 2 : 1 }));
      }
      const now = new Date();
      const rowOf = (values: ArticleDraft) => articleDraftRow(values, saved?.publish_at ?? null, now, timeZone);
      const texts = { shown: rowOf(savedDraft), typed: rowOf(typed) };
      const result = await saveArticle(getBrowserData(), saved, texts, { first: one, second: two });
      if (result.kind === "rejected") return rejected(result.message);
      discardAutosave(autosaveKey);
      showToast({ kind: "success", text: savedTexts()[typed.publication] });
      setPictures((now) => choicesLeft(now, one, two));
      onSaved(result.article, typed);
      if (saved) return null;
      isLeaving.current = true;
      void navigate(`/desk/articles/${result.article.id}`, { replace: true });
      return null;
    },
  });

  const text = (name: "name" | "introduction" | "topic" | "summary" | "conclusion") => ({
    name,
    value: draft[name],
    onValue: (value: string) => change({ [name]: value }),
  });

  async function handlePreview() {
    const [image, secondImage] = await Promise.all([
      shownAddress(pictures.img1.change, saved?.img1 ?? ""),
      shownAddress(pictures.img2.change, saved?.img2 ?? ""),
    ]);
    onPreview(previewOf(draft, { first: image, second: secondImage }, saved));
  }

  const isPublic = publicationOf(saved?.publish_at ?? null, new Date()) === "public";

  return (
    <Stack as="form" gap={5} canShrink {...form.props} aria-label={t("Article")}>
      <FieldGroup title={t("Top of the article")}>
        <div className={styles.column}>
          <TextField {...text("name")} label={t("Title")} error={form.errors.name} />
          <TextAreaField {...text("introduction")} label={t("Introduction")} rows={3} />
        </div>
        {(["img1", "img2"] as const).map((name, place) => (
          <PictureField
            key={`${name} ${saved?.[name] ?? ""}`}
            label={labelOf(place)}
            name={name}
            current={saved?.[name] ?? ""}
            error={form.errors[name]}
            onChange={(changed, problem) =>
              setPictures((before) => ({ ...before, [name]: { change: unchangedOr(changed), problem: problem ?? "" } }))
            }
          />
        ))}
      </FieldGroup>
      <FieldGroup title={t("Sections")}>
        <div className={styles.column}>
          <ArticleSections sections={draft.sections} onChange={(sections) => change({ sections })} />
        </div>
      </FieldGroup>
      <FieldGroup title={t("In short")}>
        <TextField {...text("topic")} label={t("Box heading")} />
        <TextAreaField {...text("summary")} label={t("Box text")} rows={3} />
        <ArticlePoints points={draft.points} onChange={(points) => change({ points })} />
      </FieldGroup>
      <FieldGroup title={t("End")}>
        <TextAreaField {...text("conclusion")} label={t("Conclusion")} rows={4} />
      </FieldGroup>
      <FieldGroup title={t("Visibility")}>
        <Visibility draft={draft} isPublic={isPublic} problem={form.errors.publishAt} onChange={change} />
      </FieldGroup>
      <ArticleBar answer={form.answer} isBusy={form.isBusy} onPreview={handlePreview} />
      {question}
    </Stack>
  );
}

function ArticleBar({
  answer,
  isBusy,
  onPreview,
}: {
  answer: Answer | null;
  isBusy: boolean;
  onPreview: () => Promise<void>;
}) {
  return (
    <SaveBar>
      <FormAnswer answer={answer} />
      <div className={styles.actions}>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? t("Saving...") : t("Save")}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={onPreview}>
          {t("Preview")}
        </Button>
      </div>
    </SaveBar>
  );
}

/** Returns the unsaved choices. The field of a saved image starts over, because its URL changes. */
function choicesLeft<Choice>(now: Record<"img1" | "img2", Choice>, one: PictureChange, two: PictureChange) {
  return { img1: one.kind === "keep" ? now.img1 : NO_PICTURE, img2: two.kind === "keep" ? now.img2 : NO_PICTURE };
}

/** Returns the same object for "unchanged", so that a choice that was undone compares as equal. */
function unchangedOr(change: PictureChange): PictureChange {
  return change.kind === "keep" ? UNCHANGED : change;
}

async function shownAddress(change: PictureChange, saved: string): Promise<string> {
  if (change.kind === "keep") return saved;
  return change.kind === "remove" ? "" : readAddress(change.file);
}
