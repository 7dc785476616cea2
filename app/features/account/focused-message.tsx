import { type ReactNode, useEffect, useRef } from "react";

/** Message that replaces a pressed button. It takes the keyboard focus, so screen readers announce it. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => words.current?.focus(), []);

  return (
    <p ref={words} tabIndex={-1}>
      {children}
    </p>
  );
}
