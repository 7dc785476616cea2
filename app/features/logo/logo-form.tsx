import { useState } from "react";
import type { PictureChange } from "#app/features/images/picture-changes.ts";
import { PictureField } from "#app/features/images/picture-field.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { errorText } from "#app/values/error-text.ts";
import { saveLogo } from "./save-logo.ts";

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
    send: async (typed) => {
      try {
        const next = await saveLogo(getBrowserData(), saved, typed);
        setSaved(next);
        setChange({ kind: "keep" });
        showToast({ kind: "success", text: next === "" ? t("Logo removed") : t("Logo saved") });
        void waitUntilPublished((shown) => shown.logo === next);
      } catch (error) {
        showToast({ kind: "error", text: errorText(error) });
      }
      return null;
    },
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
        <div>
          <Button type="submit" disabled={!isChanged || form.isBusy}>
            {form.isBusy ? t("Saving...") : t("Save logo")}
          </Button>
        </div>
      </Panel>
    </form>
  );
}
