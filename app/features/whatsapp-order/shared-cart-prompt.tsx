import { useLocation, useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { orError } from "#app/values/error-text.ts";
import { linesFromHash } from "./cart-link.ts";

/** Prompt to add the products of a shared cart link; they are never added without confirmation. */
export function SharedCartPrompt() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { isBusy, answer, run } = useAttempt();
  const lines = linesFromHash(hash);
  if (lines.length === 0) return null;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);

  /** Removes the link's items from the URL, which closes the prompt until another link is opened. */
  const close = async () => await navigate("/cart", { replace: true });

  function handleAdd() {
    void run(async () => {
      const adding = import("./add-linked-lines.ts").then(({ addLinkedLines }) => addLinkedLines(lines));
      const addedCount = await orError(adding, t("We couldn't fill your cart. Try again."));
      if (addedCount > 0) {
        const text = t("{count, plural, one {# item added to your cart} other {# items added to your cart}}", {
          count: addedCount,
        });
        showToast({ kind: "success", text });
      }
      await close();
    });
  }

  return (
    <PanelSection
      title={t(
        "{count, plural, one {Someone sent you a cart with # item} other {Someone sent you a cart with # items}}",
        { count },
      )}
      size="lead"
    >
      <Row gap={3}>
        <Button disabled={isBusy} onClick={handleAdd}>
          {t("Add to my cart")}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={() => run(close)}>
          {t("Dismiss")}
        </Button>
      </Row>
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}
