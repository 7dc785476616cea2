import { createContext, use } from "react";

/**
 * Hook that returns the id of the user whose form values are autosaved; null for a guest, for whom nothing is saved.
 * The layout sets the hook once. With a plain value, it would render again once the user is known, and discard every
 * part that waits for hydration.
 */
export const TypingPerson = createContext<() => string | null>(() => null);

/**
 * @param name name of the form and its subject
 * @returns the storage key; null if nothing is saved
 */
export function useTypingKey(name: string | undefined): string | null {
  const usePerson = use(TypingPerson);
  const person = usePerson();
  return person === null || name === undefined ? null : `typing ${person} ${name}`;
}
