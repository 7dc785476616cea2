import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { saveMerged } from "#app/ui/save-merged.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";
import { fitChange, type PictureChange, putBack, uploadChanges } from "./picture-changes.ts";
import { PictureField } from "./picture-field.tsx";
import { removeUnusedPictures } from "./product-pictures.ts";

/**
 * Form for the image beside the store's name, above the settings of the store.
 * @param shown settings that the page shows
 */
export function LogoForm({ logo, shown }: { logo: string; shown: { logo: string } }) {
  const [saved, setSaved] = useState(logo);
  const [change, setChange] = useState<PictureChange>({ kind: "keep" });
  const [problem, setProblem] = useState<string | null>(null);
  const waitUntilPublished = usePublished(shown);
  const form = useForm({
    read: () => change,
    check: () => (problem === null ? {} : { logo: problem }),
    send: (typed) =>
      withErrorToast(async () => {
        const next = await saveLogo(getBrowserData(), saved, typed);
        setSaved(next);
        setChange({ kind: "keep" });
        showToast({ kind: "success", text: next === "" ? t("Logo removed") : t("Logo saved") });
        void waitUntilPublished((shown) => shown.logo === next);
      }),
  });
  const isChanged = change.kind !== "keep";

  return (
    <form {...form.props} data-typed={isChanged || undefined} aria-label={t("Logo")}>
      <Panel>
        <h2>{t("Logo")}</h2>
        <PictureField
          key={saved}
          label={t("Logo")}
          name="logo"
          current={saved}
          error={problem ?? undefined}
          onChange={(next, found) => {
            setChange(next);
            setProblem(found);
          }}
        />
        <Button type="submit" disabled={!isChanged || form.isBusy} isNarrow>
          {form.isBusy ? t("Saving...") : t("Save logo")}
        </Button>
      </Panel>
    </form>
  );
}

/**
 * Uploads and saves the store's logo, or removes it.
 * @param before path of the logo that the form has read; empty for none
 * @returns the path of the saved logo
 * @throws Error with a message for users
 */
async function saveLogo(data: BrowserData, before: string, change: PictureChange): Promise<string> {
  const fitted = await fitChange(change);
  const label = t("Logo");
  if (!fitted) {
    throw new Error(t("{label} is too large, and this browser can't resize it. Choose another image.", { label }));
  }
  const uploads = await uploadChanges(data, [{ change: fitted, savedAddress: before }]);
  if (uploads.kind === "failed")
    throw new Error(t("{picture} could not be uploaded. Nothing was saved.", { picture: label }));
  try {
    const { error, saved } = await saveMerged({
      before: { logo: before },
      mine: { logo: withoutOrigin(uploads.addresses[0] ?? "") },
      subject: t("This setting"),
      labels: { logo: label },
      write: rowWriter(data, "store_settings", { id: true }),
    });
    if (error) throw new Error(t("We couldn't save the logo. Try again."), { cause: error });
    // An image that could not be removed stays in the bucket, unused.
    if (saved.logo !== before) await removeUnusedPictures(data, [before]).catch(console.error);
    return saved.logo;
  } catch (error) {
    await putBack(data, uploads);
    throw error;
  }
}
