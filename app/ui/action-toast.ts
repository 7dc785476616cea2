import { t } from "#app/messages/t.ts";
import { errorText } from "#app/values/error-text.ts";
import { showToast } from "./toast.tsx";

/** Message about a finished action, and how to undo it. */
export type Done = { text: string; undo?: () => Promise<Done> };

/** Runs an action and shows its error, if any, as a toast. */
export async function withErrorToast(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    showToast({ kind: "error", text: errorText(error) });
  }
}

/**
 * Runs an action and shows its message with Undo, or its error, as a toast.
 * @param refresh reads the page again afterwards
 */
export async function withResultToast(action: () => Promise<Done>, refresh: () => Promise<void>): Promise<void> {
  await withErrorToast(async () => {
    const { text, undo } = await action();
    const onPress = undo && (() => void withResultToast(undo, refresh));
    showToast({ kind: "success", text, ...(onPress ? { action: { label: t("Undo"), onPress } } : {}) });
  });
  await refresh();
}
