import { useEffect, useEffectEvent } from "react";
import { NO_KEYS, withKey } from "./scanner-keys.ts";

/**
 * Reads codes from a USB or Bluetooth scanner while no field has the focus and no dialog is open. A focused field
 * receives the code as typed text.
 */
export function useScanner(onScan: (code: string) => void, isOn = true): void {
  const handleScan = useEffectEvent(onScan);

  useEffect(() => {
    if (!isOn) return;
    let keys = NO_KEYS;
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
        keys = NO_KEYS;
        return;
      }
      const next = withKey(keys, event.key, event.timeStamp);
      keys = next.keys;
      if (next.code === null || document.querySelector("dialog[open]")) return;
      // The scanner's Enter would press the focused button.
      event.preventDefault();
      event.stopPropagation();
      handleScan(next.code);
    }
    document.addEventListener("keydown", handleKey, true);
    return () => document.removeEventListener("keydown", handleKey, true);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null;
}
