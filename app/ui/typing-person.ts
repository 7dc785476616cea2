import { createContext, use } from "react";

/** Whose session lies in this browser; null for a guest, of whom nothing is kept. Set by the frame around every page. */
export const TypingPerson = createContext<string | null>(null);

/** @param name of the form and of what it is about @returns where what is typed is kept; null: nowhere */
export function useTypingKey(name: string | undefined): string | null {
  const person = use(TypingPerson);
  return person === null || name === undefined ? null : `typing ${person} ${name}`;
}
