import { createContext, use } from "react";

/**
 * Tells whose session lies in this browser; null for a guest, of whom nothing is kept. Set by the frame around every page,
 * and never changed: it is a hook that only forms call. Were it the person, the frame would be drawn anew as soon as
 * the person is known, and every part of a page that still sleeps would be thrown away.
 */
export const TypingPerson = createContext<() => string | null>(() => null);

/** @param name of the form and of what it is about @returns where what is typed is kept; null: nowhere */
export function useTypingKey(name: string | undefined): string | null {
  const usePerson = use(TypingPerson);
  const person = usePerson();
  return person === null || name === undefined ? null : `typing ${person} ${name}`;
}
