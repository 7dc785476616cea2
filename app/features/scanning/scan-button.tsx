import { lazy, type ReactNode, Suspense, useState } from "react";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { readScan } from "#app/values/barcode.ts";

const ScanDialog = lazy(() => import("./scan-dialog.tsx").then((module) => ({ default: module.ScanDialog })));

/** Button that opens the camera to scan barcodes; the camera's code loads on the first press. */
export function ScanButton({
  title,
  isSingle = false,
  onScan,
  children,
}: {
  title: string;
  /** Whether the dialog closes after one code. */
  isSingle?: boolean;
  onScan: (code: string) => void;
  /** Result of the last scan, for the dialog. */
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SmallButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="barcode" /> {t("Scan")}
      </SmallButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScanDialog
            title={title}
            onScan={(code) => {
              if (isSingle) setOpen(false);
              onScan(readScan(code));
            }}
            onClose={() => setOpen(false)}
          >
            {children}
          </ScanDialog>
        </Suspense>
      ) : null}
    </>
  );
}
