import { useRef, useState } from "react";
import { type Locale, languageTag } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { saveTranslation } from "./save-translation.ts";
import styles from "./translation-editor.module.css";
import type { TranslatableText } from "./translation-list-queries.ts";
import { fieldLabel } from "./translation-subjects.ts";

/** Number of characters above which a text gets a multi-line field. */
const LONG_TEXT = 80;

/** English text with the field for its translation, which saves when it loses the focus. */
export function TranslationEditor({ text, language }: { text: TranslatableText; language: Locale }) {
  const [saved, setSaved] = useState(text.translation ?? "");
  const [removed, setRemoved] = useState<string | null>(null);
  const [typed, setTyped] = useState(saved);
  const [isOutdated, setOutdated] = useState(text.isOutdated);
  const { isBusy, answer, run } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const label = fieldLabel(text.subject, text.field);
  // The database stores the translation of a single-line text as a single line.
  const next = text.original.includes("\n") ? typed.trim() : typed.trim().replaceAll(/\s+/g, " ");

  async function save(translation: string): Promise<void> {
    const before = saved;
    await run(async () => {
      const { rejection, text: now } = await saveTranslation(getBrowserData(), text, language, before, translation);
      if (rejection !== null) {
        // The user has left the page meanwhile.
        if (form.current === null) showToast({ kind: "error", text: rejection });
        return rejected(rejection);
      }
      setSaved(now);
      setTyped(now);
      setOutdated(false);
      setRemoved(now === "" && before !== "" ? before : null);
      await invalidateReads();
      return done(now === "" ? t("Removed. Shoppers read the English text.") : t("Saved."));
    });
  }

  function saveTyped() {
    if (next !== saved && !isBusy) void save(next);
  }

  return (
    <form
      ref={form}
      className={styles.text}
      data-typed={(next !== saved && !isBusy) || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        saveTyped();
      }}
    >
      <div className={styles.original}>
        <h3 className={styles.label}>{label}</h3>
        <p lang="en" className={styles.words}>
          {text.original}
        </p>
      </div>
      <div className={styles.translation}>
        <TextAreaField
          label={t("Translation")}
          aria-label={t("{label} of {name}: translation", { label, name: text.context ?? text.original })}
          lang={languageTag(language)}
          rows={text.original.length > LONG_TEXT ? 4 : 1}
          maxLength={text.maxLength}
          value={typed}
          readOnly={isBusy}
          onValue={setTyped}
          onBlur={saveTyped}
        />
        {isOutdated ? (
          <div className={styles.outdated}>
            <p>{t("The English text has changed since this was translated.")}</p>
            <SmallButton disabled={isBusy} onClick={() => void save(saved)}>
              {t("Keep the translation")}
              <HiddenText>: {label}</HiddenText>
            </SmallButton>
          </div>
        ) : null}
        <FormAnswer answer={isBusy ? null : answer} />
        {answer?.kind === "error" && !isBusy && next !== saved ? (
          <SmallButton onClick={saveTyped}>{t("Try again")}</SmallButton>
        ) : null}
        {removed === null || isBusy ? null : <SmallButton onClick={() => void save(removed)}>{t("Undo")}</SmallButton>}
      </div>
    </form>
  );
}
