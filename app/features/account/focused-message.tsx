import { type ReactNode, useEffect, useRef } from "react";

/** Message that replaces a pressed button: it is announced, and the keyboard focus continues there. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => words.current?.focus(), []);

  return (
    <p ref={words} tabIndex={-1}>
      {children}
    </p>
  );
}
