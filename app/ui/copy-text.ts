import { showToast } from "./toast.tsx";

/**
 * Copies a text to the clipboard. A toast says so, or what to do instead. Only for private pages: shared with a public
 * page, this module would be in a larger script.
 */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    // Browsers provide no clipboard on pages without HTTPS.
    await navigator.clipboard.writeText(text);
    showToast({ kind: "success", text: copied });
  } catch {
    showToast({ kind: "error", text: failed });
  }
}
