import { useEffect, useState } from "react";
import { forgetTyping, keepTyping, readKeptTyping } from "./kept-typing.ts";
import { useTypingKey } from "./typing-person.ts";

/**
 * What a form holds that is one object, kept on the device until it is what was saved. The form marks itself `data-typed`
 * while `isChanged`, for the question before leaving.
 * @param keptAs the name to keep it under
 * @returns `keptSince` is when what it begins with was typed, if it was not saved
 */
export function useKeptDraft<Draft extends object>(keptAs: string, saved: Draft) {
  const key = useTypingKey(keptAs);
  const [kept, setKept] = useState(() => readKeptTyping<Partial<Draft>>(key));
  // What an earlier version of the shop kept may lack a field.
  const [draft, setDraft] = useState<Draft>(() => (kept ? { ...saved, ...kept.typed } : saved));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);

  useEffect(() => {
    if (isChanged) keepTyping(key, draft);
    else forgetTyping(key);
  }, [isChanged, draft, key]);

  return {
    draft,
    isChanged,
    keptSince: isChanged ? (kept?.at ?? null) : null,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    /** @param now what the form shall hold: what was saved */
    startOver: (now: Draft = saved) => {
      setKept(null);
      setDraft(now);
    },
  };
}
