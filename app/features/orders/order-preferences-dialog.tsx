import { useState } from "react";
import { LinePreference, PreferenceQuestion } from "#app/features/catalog/preference-fields.tsx";
import {
  lineNoteFrom,
  MAX_CHARACTERS_OF_LINE_NOTE,
  MAX_CHARACTERS_OF_ORDER_NOTE,
  noteFrom,
} from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { thenAlways } from "#app/values/then-always.ts";
import type { OrderWithLines } from "./order.ts";
import styles from "./order-preferences.module.css";
import { type OrderPreferences, setOrderPreferences } from "./set-order-preferences.ts";

/** Dialog to change the substitution preferences of one's own order. The values stay after an error. */
export function OrderPreferencesDialog({ order, onClose }: { order: OrderWithLines; onClose: () => void }) {
  const [before] = useState<OrderPreferences>({
    preference: order.preference,
    note: order.note,
    lines: order.lines.map(({ id, preference, note }) => ({ id, preference, note })),
  });
  const [draft, setDraft] = useState(before);
  const nameOf = (lineId: number) => {
    const line = order.lines.find(({ id }) => id === lineId);
    return line ? sizedName(line.name, line.size?.label) : "";
  };
  const { props, isBusy, answer } = useForm({
    read: () => draft,
    send: async (preferences) => {
      const saved = setOrderPreferences(getBrowserData(), order.id, before, preferences, nameOf);
      // After an error, too, because the order has changed since it was read.
      await thenAlways(saved, refreshPolled);
      onClose();
      showToast({ kind: "success", text: t("Preferences saved.") });
    },
  });

  function changeLine(id: number, change: Partial<OrderPreferences["lines"][number]>) {
    setDraft({ ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, ...change } : line)) });
  }

  return (
    <Dialog title={t("Order preferences")} onClose={onClose}>
      <Stack as="form" gap={4} canShrink {...props}>
        <PreferenceQuestion
          preference={draft.preference}
          onChange={(preference) => setDraft({ ...draft, preference })}
        />
        <NoteField
          label={t("Note for the store (optional)")}
          name="orderNote"
          value={draft.note}
          maxCharacters={MAX_CHARACTERS_OF_ORDER_NOTE}
          onChange={(text) => setDraft({ ...draft, note: noteFrom(text, MAX_CHARACTERS_OF_ORDER_NOTE) })}
        />
        {order.lines.map((line) => {
          const name = nameOf(line.id);
          const now = draft.lines.find(({ id }) => id === line.id);
          return (
            <fieldset key={line.id} className={styles.line} aria-label={name}>
              <NoteField
                label={t("Note for {name}", { name })}
                name={`note-${line.id}`}
                value={now?.note ?? ""}
                maxCharacters={MAX_CHARACTERS_OF_LINE_NOTE}
                isShort
                onChange={(text) => changeLine(line.id, { note: lineNoteFrom(text) })}
              />
              <LinePreference
                label={t("If this is out of stock")}
                name={`preference-${line.id}`}
                preference={now?.preference ?? null}
                onChange={(preference) => changeLine(line.id, { preference })}
              />
            </fieldset>
          );
        })}
        <FormAnswer answer={answer} />
        <Button type="submit" disabled={isBusy}>
          {isBusy ? t("Saving...") : t("Save")}
        </Button>
      </Stack>
    </Dialog>
  );
}
