import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { showToast } from "./toast.tsx";

/** Button that shares the page's URL with the device's share sheet, or copies it to the clipboard. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  async function handleShare() {
    const url = new URL(localizedPath(currentLocale(), path), window.location.origin).href;
    if (!(await offerSheet({ title, url }))) await copy(url);
  }

  return (
    <SmallButton aria-label={t("Share {title}", { title })} onClick={handleShare}>
      <Icon name="share" /> {t("Share")}
    </SmallButton>
  );
}

/** @returns whether a share sheet was shown, even if the user dismissed it */
async function offerSheet(what: ShareData): Promise<boolean> {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return (error as Error).name === "AbortError";
  }
}

async function copy(url: string): Promise<void> {
  try {
    // The Clipboard API requires a secure context.
    await navigator.clipboard.writeText(url);
    showToast({ kind: "success", text: t("Link copied") });
  } catch {
    showToast({ kind: "error", text: t("We couldn't copy the link. Copy it from the address bar.") });
  }
}
