import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import partStyles from "#app/ui/form-part.module.css";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
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

  function handleUp(place: number) {
    const moved = [...sections];
    moved.splice(place - 1, 0, ...moved.splice(place, 1));
    onChange(moved);
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
            autoComplete="off"
            onChange={({ currentTarget }) => change(key, { title: currentTarget.value })}
          />
          <TextAreaField
            label={t("Text")}
            name={`text_${key}`}
            value={text}
            rows={6}
            hint={t("An empty line starts a new paragraph.")}
            onChange={({ currentTarget }) => change(key, { text: currentTarget.value })}
          />
          <div className={partStyles.actions}>
            {place > 0 ? (
              <Button size="small" variation="secondary" onClick={() => handleUp(place)}>
                {partlyHidden(t("Up<hidden>: section {number}</hidden>", { number: place + 1 }))}
              </Button>
            ) : null}
            <Button
              size="small"
              variation="secondary"
              onClick={() => onChange(sections.filter((section) => section.key !== key))}
            >
              {partlyHidden(t("Remove<hidden>: section {number}</hidden>", { number: place + 1 }))}
            </Button>
          </div>
        </fieldset>
      ))}
      {sections.length < MAX_SECTIONS ? (
        <div>
          <Button variation="secondary" onClick={handleAdd}>
            {t("Add section")}
          </Button>
        </div>
      ) : (
        <p>{t("An article has {count} sections at most.", { count: MAX_SECTIONS })}</p>
      )}
    </>
  );
}
