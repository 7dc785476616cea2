import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { MAX_SECTIONS, type SectionDraft } from "./article-draft.ts";
import styles from "./article-form.module.css";

/** The sections of an article, in the order in which they are read. */
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
        <fieldset key={key} className={styles.section}>
          <legend className={styles.legend}>Section {place + 1}</legend>
          <TextField
            label="Heading"
            name={`title_${key}`}
            value={title}
            autoComplete="off"
            onChange={({ currentTarget }) => change(key, { title: currentTarget.value })}
          />
          <TextAreaField
            label="Text"
            name={`text_${key}`}
            value={text}
            rows={6}
            hint="An empty line starts a new paragraph."
            onChange={({ currentTarget }) => change(key, { text: currentTarget.value })}
          />
          <div className={styles.sectionActions}>
            {place > 0 ? (
              <Button size="small" variation="secondary" onClick={() => handleUp(place)}>
                Up<HiddenText>: section {place + 1}</HiddenText>
              </Button>
            ) : null}
            <Button
              size="small"
              variation="secondary"
              onClick={() => onChange(sections.filter((section) => section.key !== key))}
            >
              Remove<HiddenText>: section {place + 1}</HiddenText>
            </Button>
          </div>
        </fieldset>
      ))}
      {sections.length < MAX_SECTIONS ? (
        <div>
          <Button variation="secondary" onClick={handleAdd}>
            Add section
          </Button>
        </div>
      ) : (
        <p>An article has {MAX_SECTIONS} sections at most.</p>
      )}
    </>
  );
}
