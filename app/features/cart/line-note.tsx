import { useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { LinePreference } from "#app/ui/preference-fields.tsx";
import { lineNoteFrom, MAX_CHARACTERS_OF_LINE_NOTE } from "#app/values/substitution-preference.ts";
import { type CartItem, lineKey } from "./cart.ts";
import styles from "./cart-line.module.css";
import { changeLinePreference } from "./cart-store.ts";

/** Note field of one line; open if it has a note. */
export function LineNote({ item, name }: { item: CartItem; name: string }) {
  const { note = "", preference = null } = item;
  const [isOpen, setOpen] = useState(note !== "" || preference !== null);
  const key = lineKey(item);
  const id = `note-${key}`;

  function handleToggle() {
    flushSync(() => setOpen(!isOpen));
    document.getElementById(id)?.querySelector("input")?.focus();
  }

  return (
    <div className={styles.note}>
      <div>
        <Button
          size="small"
          variation="secondary"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={handleToggle}
        >
          {isOpen ? "Close the note" : note || preference ? "Show the note" : "Add a note"}
          <HiddenText> for {name}</HiddenText>
        </Button>
      </div>
      {isOpen ? (
        <div id={id} className={styles.noteFields}>
          <NoteField
            label={`Note for ${name}`}
            name={`note-${key}`}
            value={note}
            maxCharacters={MAX_CHARACTERS_OF_LINE_NOTE}
            onChange={(text) => changeLinePreference(key, { preference, note: lineNoteFrom(text) })}
          />
          <LinePreference
            label="If this is not there"
            name={`preference-${key}`}
            preference={preference}
            onChange={(chosen) => changeLinePreference(key, { preference: chosen, note })}
          />
        </div>
      ) : null}
    </div>
  );
}
