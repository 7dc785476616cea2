import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { reloadPage } from "#app/values/reload-page.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import styles from "./scan-dialog.module.css";
import { type CameraState, useCamera } from "./use-camera.ts";

const problems = (): Record<Exclude<CameraState, "starting" | "on" | "reload">, string> => ({
  denied: t("The browser blocks the camera for this site. Allow it in the address bar, or enter the number."),
  none: t("We found no camera. Use a scanner, or enter the number."),
  failed: t("The barcode reader didn't load. Check the connection and open this again, or enter the number."),
});

/** Dialog with a camera that reads barcodes, and a field to type a number that the camera cannot read. */
export function ScanDialog({
  title,
  onScan,
  onClose,
  children,
}: {
  title: string;
  onScan: (code: string) => void;
  onClose: () => void;
  /** Result of the last scan. */
  children?: ReactNode;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const state = useCamera(video, (code) => {
    navigator.vibrate?.(80);
    onScan(code);
  });

  function handleTyped() {
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    if (code !== "") onScan(code);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    // The dialog may be inside of a form, which must not be submitted.
    event.preventDefault();
    handleTyped();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap={3}>
        <div className={styles.view} hidden={state !== "starting" && state !== "on"}>
          <video ref={video} className={styles.video} aria-label={t("Camera")} muted playsInline />
        </div>
        {state === "starting" ? <p role="status">{t("Starting the camera…")}</p> : null}
        {state === "on" ? <p role="status">{t("Hold the barcode in the frame.")}</p> : null}
        {state === "reload" ? (
          <FormMessage kind="notice">
            <p>{t("The camera starts after the page is reloaded.")}</p>
            <Button size="small" onClick={reloadPage}>
              {t("Reload page")}
            </Button>
          </FormMessage>
        ) : null}
        {isKeyOf(problems(), state) ? <FormMessage kind="notice">{problems()[state]}</FormMessage> : null}
        {children}
        <div className={styles.typed}>
          <TextField ref={field} label={t("Number below the bars")} spellCheck={false} onKeyDown={handleKey} />
          <Button variation="secondary" onClick={handleTyped}>
            {t("Enter", {}, "button")}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
