import { useState } from "react";
import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { dropHeroSlides } from "./save-slides.ts";
import { SlidesForm } from "./slides-form.tsx";

/** Page to edit the slides of the home page. */
export function SlidesPage({ slides: first }: { slides: readonly HeroSlide[] }) {
  const [saved, setSaved] = useState(first);
  /** Increments when the default slides are restored, to remount the form without its typed values. */
  const [drops, setDrops] = useState(0);
  const [isAsking, setAsking] = useState(false);
  return (
    <Autosaves>
      <h1>{t("Hero slides")}</h1>
      <p>
        {saved.length > 0
          ? t("The home page shows your slides one after another.")
          : t("The home page shows the three default slides until you save your own.")}
      </p>
      <SlidesForm key={drops} saved={saved} onSaved={setSaved} />
      {saved.length > 0 ? (
        <Button variation="secondary" onClick={() => setAsking(true)} isNarrow>
          {t("Restore default slides")}
        </Button>
      ) : null}
      {isAsking ? (
        <DropDialog
          slides={saved}
          onClose={() => setAsking(false)}
          onDropped={() => {
            setAsking(false);
            setSaved([]);
            setDrops(drops + 1);
          }}
        />
      ) : null}
    </Autosaves>
  );
}

function DropDialog({
  slides,
  onClose,
  onDropped,
}: {
  slides: readonly HeroSlide[];
  onClose: () => void;
  onDropped: () => void;
}) {
  const { isBusy, answer, run } = useAttempt();

  function handleDrop() {
    return run(async () => {
      const result = await dropHeroSlides(getBrowserData(), slides);
      if (result.kind === "rejected") return rejected(result.message);
      showToast({ kind: "success", text: t("Default slides restored.") });
      onDropped();
      return null;
    });
  }

  return (
    <Dialog title={t("Restore the three default slides?")} onClose={onClose}>
      <p>{t("The home page shows them at once. Your slides and their images are deleted.")}</p>
      <FormAnswer answer={answer} />
      <Row gap={3}>
        <Button disabled={isBusy} onClick={onClose}>
          {t("Keep my slides")}
        </Button>
        <Button variation="danger" disabled={isBusy} onClick={handleDrop}>
          {t("Restore default slides")}
        </Button>
      </Row>
    </Dialog>
  );
}
