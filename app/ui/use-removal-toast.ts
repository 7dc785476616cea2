import { useCallback, useEffect, useRef } from "react";
import { showToast, type ToastMessage } from "./toast.tsx";

/** Toast about the last item removed from a form, with its Undo. Call `forget` after saving. */
export function useRemovalToast() {
  const close = useRef<(() => void) | null>(null);
  const forget = useCallback(() => close.current?.(), []);
  // The toast is outside of the page: after leaving it, a removed item cannot be restored.
  useEffect(() => forget, [forget]);
  return {
    forget,
    show: (message: Omit<ToastMessage, "kind">) => {
      forget();
      close.current = showToast({ kind: "success", ...message });
    },
  };
}
