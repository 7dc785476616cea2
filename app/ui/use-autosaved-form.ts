import { useEffect, useState } from "react";
import { mergeChanges } from "#app/values/merge-changes.ts";
import { autosave, changedValues, discardAutosave, readAutosave } from "./autosave.ts";
import { useTypingKey } from "./typing-person.ts";

/**
 * Autosave of a form whose values are one object. The form sets `data-typed` while `isChanged`, for the
 * unsaved-changes prompt.
 * @param autosaveKey the key of the autosave
 * @returns `autosavedAt`: when restored values were typed
 */
export function useAutosavedForm<Draft extends object>(autosaveKey: string, saved: Draft) {
  const key = useTypingKey(autosaveKey);
  const [autosaved, setAutosaved] = useState(() => readAutosave<Partial<Draft>>(key));
  // Values saved by an earlier version of the store may lack a field.
  const [draft, setDraft] = useState<Draft>(() => (autosaved ? { ...saved, ...autosaved.typed } : saved));
  const changed = JSON.stringify(changedValues(saved, draft));
  const isChanged = changed !== "{}";

  // Saves the changes on the device.
  useEffect(() => {
    if (isChanged) autosave(key, JSON.parse(changed));
    else discardAutosave(key);
  }, [isChanged, changed, key]);

  return {
    draft,
    isChanged,
    autosavedAt: isChanged ? (autosaved?.at ?? null) : null,
    /** @param changed new values, or a function of the current ones for changes that arrive late or quickly */
    change: (changed: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => ({ ...before, ...(typeof changed === "function" ? changed(before) : changed) })),
    /** @param now new values, or a function of the current ones; by default the saved ones */
    startOver: (now: Draft | ((before: Draft) => Draft) = saved) => {
      setAutosaved(null);
      setDraft(now);
    },
    /** Shows the saved values after a save, and keeps what was typed since `sent`. */
    showSaved: (sent: Draft, now: Draft) => {
      setAutosaved(null);
      setDraft((before) => mergeChanges(sent, before, now, ({ mine }) => mine));
    },
  };
}
