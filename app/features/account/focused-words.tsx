import { type ReactNode, useEffect, useRef } from "react";

/** Stands where the pressed button was: read out, and the keyboard goes on from here. */
export function FocusedWords({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => words.current?.focus(), []);

  return (
    <p ref={words} tabIndex={-1}>
      {children}
    </p>
  );
}
