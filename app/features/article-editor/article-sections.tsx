import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { addItem, changeItem } from "#app/ui/change-item.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import partStyles from "#app/ui/form-part.module.css";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { movedUp } from "#app/values/moved-up.ts";
import { MAX_SECTIONS, type SectionDraft } from "./article-draft.ts";
import styles from "./article-form.module.css";

/** Fields for the sections of an article, in reading order. */
export function ArticleSections({
  sections,
  onChange,
}: {
  sections: readonly SectionDraft[];
  onChange: (sections: readonly SectionDraft[]) => void;
}) {
  function change(key: number, typed: Partial<SectionDraft>) {
    onChange(sections.map((section) => (section.key === key ? { ...section, ...typed } : section)));
  }

  function handleRemove(key: number) {
    onChange(sections.filter((section) => section.key !== key));
  }

  function handleAdd() {
    const key = 1 + Math.max(0, ...sections.map((section) => section.key));
    onChange([...sections, { key, title: "", text: "" }]);
  }

  return (
    <>
      {sections.map(({ key, title, text }, place) => (
        <fieldset key={key} className={partStyles.part}>
          <legend className={styles.legend}>{t("Section {number}", { number: place + 1 })}</legend>
          <TextField
            label={t("Heading")}
            name={`title_${key}`}
            value={title}
            onValue={(title) => change(key, { title })}
          />
          <TextAreaField
            label={t("Text")}
            name={`text_${key}`}
            value={text}
            rows={6}
            hint={t("An empty line starts a new paragraph.")}
            onValue={(text) => change(key, { text })}
          />
          <div className={partStyles.actions}>
            {place > 0 ? (
              <SmallButton
                onClick={({ currentTarget }) =>
                  changeItem(currentTarget.closest("fieldset"), () => onChange(movedUp(sections, place)))
                }
              >
                {partlyHidden(t("Up<hidden>: section {number}</hidden>", { number: place + 1 }))}
              </SmallButton>
            ) : null}
            <SmallButton
              onClick={({ currentTarget }) => changeItem(currentTarget.closest("fieldset"), () => handleRemove(key))}
            >
              {partlyHidden(t("Remove<hidden>: section {number}</hidden>", { number: place + 1 }))}
            </SmallButton>
          </div>
        </fieldset>
      ))}
      {sections.length < MAX_SECTIONS ? (
        <Button variation="secondary" onClick={({ currentTarget }) => addItem(currentTarget, handleAdd)} isNarrow>
          {t("Add section")}
        </Button>
      ) : (
        <p>{t("An article has {count} sections at most.", { count: MAX_SECTIONS })}</p>
      )}
    </>
  );
}
