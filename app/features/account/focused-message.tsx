import type { ReactNode } from "react";
import { takeFocus } from "#app/ui/element-refs.ts";

/** Message that replaces a pressed button. It takes the keyboard focus, so screen readers announce it. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  return (
    <p ref={takeFocus} tabIndex={-1}>
      {children}
    </p>
  );
}
