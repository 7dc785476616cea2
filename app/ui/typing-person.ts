import { createContext, use } from "react";

/**
 * Returns the id of the person whose form values are kept; null for a guest, for whom nothing is kept. Set once by
 * the layout and never changed, because it is a hook that only forms call. As a plain value it would render the
 * layout again once the person is known, and discard every part that waits for hydration.
 */
export const TypingPerson = createContext<() => string | null>(() => null);

/** @param name of the form and its subject @returns the storage key; null if nothing is kept */
export function useTypingKey(name: string | undefined): string | null {
  const usePerson = use(TypingPerson);
  const person = usePerson();
  return person === null || name === undefined ? null : `typing ${person} ${name}`;
}
