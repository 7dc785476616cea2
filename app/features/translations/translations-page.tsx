import { Fragment, useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { LANGUAGES, type Locale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { useUnsavedChangesPrompt } from "#app/ui/unsaved-changes-prompt.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { TranslationEditor } from "./translation-editor.tsx";
import {
  listTranslatableTexts,
  TEXTS_PER_PAGE,
  type TranslatableText,
  type TranslationCount,
} from "./translation-list-queries.ts";
import {
  subjectLabel,
  type TranslationFilter,
  type TranslationSubject,
  translationsAddress,
} from "./translation-subjects.ts";
import styles from "./translations-page.module.css";

/** Page to translate products, articles, and the store's own texts. */
export function TranslationsPage({
  filter,
  counts,
  texts,
}: {
  filter: TranslationFilter;
  counts: readonly TranslationCount[];
  /** First page of the texts that match the filter. */
  texts: readonly TranslatableText[];
}) {
  const root = useRef<HTMLDivElement>(null);
  const { question } = useUnsavedChangesPrompt(
    useCallback(() => (root.current?.querySelector("form[data-typed]") ?? null) !== null, []),
  );
  return (
    <Stack gap={4} canShrink ref={root}>
      <h1>{t("Translations")}</h1>
      <p>{t("A text without a translation is shown in English. Choose what to translate; each field saves itself.")}</p>
      <Progress counts={counts} filter={filter} />
      <TextList key={translationsAddress(filter)} filter={filter} texts={texts} />
      {question}
    </Stack>
  );
}

function Progress({ counts, filter }: { counts: readonly TranslationCount[]; filter: TranslationFilter }) {
  const subjects = [...new Set(counts.map(({ subject }) => subject))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls sideways, also by keyboard.
    <section className={tableStyles.scroll} aria-label={t("Texts without a current translation")} tabIndex={0}>
      <table className={`${tableStyles.table} ${styles.progress}`}>
        <thead>
          <tr>
            <th scope="col">{t("Texts")}</th>
            {TRANSLATED_LOCALES.map((language) => (
              <th key={language} scope="col">
                <span lang={language}>{LANGUAGES[language].name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => (
            <tr key={subject}>
              <th scope="row">{subjectLabel(subject)}</th>
              {TRANSLATED_LOCALES.map((language) => (
                <td key={language}>
                  <ProgressLink
                    subject={subject}
                    language={language}
                    count={counts.find((each) => each.subject === subject && each.language === language)}
                    isShown={filter.subject === subject && filter.language === language && filter.id === null}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ProgressLink({
  subject,
  language,
  count,
  isShown,
}: {
  subject: TranslationSubject;
  language: Locale;
  count: TranslationCount | undefined;
  isShown: boolean;
}) {
  if (!count) return "–";
  const { missingCount, outdatedCount } = count;
  const open = missingCount + outdatedCount;
  return (
    <Link
      to={translationsAddress({ subject, language, isMissingOnly: open > 0, id: null })}
      preventScrollReset
      aria-current={isShown ? "true" : undefined}
      className={styles.count}
    >
      {open === 0 ? t("Done") : t("{count, plural, other {#}} left", { count: open })}
      <HiddenText>
        : {subjectLabel(subject)}, {LANGUAGES[language].name}
      </HiddenText>
    </Link>
  );
}

function TextList({ filter, texts }: { filter: TranslationFilter; texts: readonly TranslatableText[] }) {
  const [more, setMore] = useState<readonly TranslatableText[]>([]);
  const [isComplete, setComplete] = useState(texts.length < TEXTS_PER_PAGE);
  const { isBusy, answer, run } = useAttempt();
  const listed = [...texts, ...more];

  function showMore() {
    void run(async () => {
      const next = await listTranslatableTexts(getBrowserData(), filter, listed.at(-1)?.key ?? null);
      setMore([...more, ...next]);
      setComplete(next.length < TEXTS_PER_PAGE);
    });
  }

  const title = t("{texts}: {language}", {
    texts: subjectLabel(filter.subject),
    language: LANGUAGES[filter.language].name,
  });
  return (
    <Section title={title}>
      <p className={styles.switch}>
        <FilterLink filter={filter} isMissingOnly={false} text={t("All texts")} />
        <FilterLink filter={filter} isMissingOnly text={t("Missing or outdated")} />
        {filter.id === null ? null : (
          <Link to={translationsAddress({ ...filter, id: null })} preventScrollReset>
            {t("Show all")}
          </Link>
        )}
      </p>
      {listed.length === 0 ? (
        <p>
          {filter.isMissingOnly ? t("Everything here is translated.") : t("There is nothing to translate here yet.")}
        </p>
      ) : (
        <div>
          {listed.map((text, place) => (
            <Fragment key={text.key}>
              {text.context !== null && listed[place - 1]?.context !== text.context ? (
                <p lang="en" className={styles.name}>
                  {text.context}
                </p>
              ) : null}
              <TranslationEditor text={text} language={filter.language} />
            </Fragment>
          ))}
        </div>
      )}
      <FormAnswer answer={answer} />
      {isComplete ? null : (
        <Button variation="secondary" disabled={isBusy} onClick={showMore} isNarrow>
          {t("Show more")}
        </Button>
      )}
    </Section>
  );
}

function FilterLink({
  filter,
  isMissingOnly,
  text,
}: {
  filter: TranslationFilter;
  isMissingOnly: boolean;
  text: string;
}) {
  return (
    <Link
      to={translationsAddress({ ...filter, isMissingOnly })}
      preventScrollReset
      aria-current={filter.isMissingOnly === isMissingOnly ? "true" : undefined}
    >
      {text}
    </Link>
  );
}
