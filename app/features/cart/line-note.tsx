import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { LinePreference } from "#app/ui/preference-fields.tsx";
import { lineNoteFrom, MAX_CHARACTERS_OF_LINE_NOTE } from "#app/values/substitution-preference.ts";
import { type CartItem, lineKey } from "./cart.ts";
import styles from "./cart-line.module.css";
import { changeLinePreference } from "./cart-store.ts";

/**
 * Link that opens the note and substitution preference of one line; they are open from the start if set.
 * @param children further links beside it
 */
export function LineNote({ item, name, children }: { item: CartItem; name: string; children: ReactNode }) {
  const { note = "", preference = null } = item;
  const [isOpen, setOpen] = useState(note !== "" || preference !== null);
  const key = lineKey(item);
  const id = `note-${key}`;

  function handleToggle() {
    flushSync(() => setOpen(!isOpen));
    document.getElementById(id)?.querySelector("input")?.focus();
  }

  return (
    <>
      <div className={styles.links}>
        <button
          type="button"
          className={styles.link}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={handleToggle}
        >
          {nodes(t("Note<hidden> for {name}</hidden>", { name }), {
            hidden: (words) => <HiddenText>{words}</HiddenText>,
          })}
        </button>
        {children}
      </div>
      {isOpen ? (
        <div id={id} className={styles.note}>
          <NoteField
            label={t("Note for {name}", { name })}
            name={`note-${key}`}
            value={note}
            maxCharacters={MAX_CHARACTERS_OF_LINE_NOTE}
            onChange={(text) => changeLinePreference(key, { preference, note: lineNoteFrom(text) })}
          />
          <LinePreference
            label={t("If it's out of stock")}
            name={`preference-${key}`}
            preference={preference}
            onChange={(chosen) => changeLinePreference(key, { preference: chosen, note })}
          />
        </div>
      ) : null}
    </>
  );
}
