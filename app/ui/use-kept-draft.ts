import { type ReactNode, useCallback, useEffect, useState } from "react";
import { forgetTyping, keepTyping, readKeptTyping } from "./kept-typing.ts";
import { KEPT_WORDS, useLeaveGuard } from "./leave-guard.tsx";
import { useTypingKey } from "./typing-person.ts";

/**
 * What a form holds that is one object: leaving asks while it is not what was saved, and what was typed is kept on the
 * device until it is.
 * @param keptAs the name to keep it under
 * @returns `question` belongs into the page; `keptSince` is when what it begins with was typed, if it was not saved
 */
export function useKeptDraft<Draft extends object>(keptAs: string, saved: Draft) {
  const key = useTypingKey(keptAs);
  const [kept, setKept] = useState(() => readKeptTyping<Partial<Draft>>(key));
  // What an earlier version of the shop kept may lack a field.
  const [draft, setDraft] = useState<Draft>(() => (kept ? { ...saved, ...kept.typed } : saved));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const { question }: { question: ReactNode } = useLeaveGuard(
    useCallback(() => isChanged, [isChanged]),
    KEPT_WORDS,
  );

  useEffect(() => {
    if (isChanged) keepTyping(key, draft);
    else forgetTyping(key);
  }, [isChanged, draft, key]);

  return {
    draft,
    isChanged,
    question,
    keptSince: isChanged ? (kept?.at ?? null) : null,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    /** @param now what the form shall hold: what was saved */
    startOver: (now: Draft = saved) => {
      setKept(null);
      setDraft(now);
    },
  };
}
