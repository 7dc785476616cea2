import { useState } from "react";
import { EmailCodeSteps } from "#app/features/account/code-sign-in.tsx";
import { type Product, productPath } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readStoredUserId } from "#app/platform/stored-session.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Step of the page: the request, the email code that verifies an address first, or the result. */
type Step = "request" | "code" | "done";

/**
 * Form to request a message when a sold-out product is back. Users without a verified address verify theirs with an
 * emailed code first.
 * @param path path of this page, for the link in that email
 */
export function BackInStockForm({ product, path }: { product: Product; path: string }) {
  const sizes = product.sizes.filter(({ isSoldOut }) => isSoldOut || product.isSoldOut);
  const [isLoggedIn, setLoggedIn] = useState(() => readStoredUserId() !== null);
  const [step, setStep] = useState<Step>(isLoggedIn || sizes.length > 1 ? "request" : "code");
  const [sizeId, setSizeId] = useState(sizes.length === 1 ? (sizes[0]?.id ?? null) : null);
  const { isBusy, answer, run } = useAttempt();
  const name = sizedName(product.name, sizes.find(({ id }) => id === sizeId)?.label);

  function handleRequest() {
    return run(async () => {
      if (sizes.length > 0 && sizeId === null) return rejected(t("Choose a size."));
      const result = await requestBackInStock(getBrowserData(), product.id, sizeId);
      if (result.kind === "rejected") return rejected(result.message);
      setStep(result.kind === "done" ? "done" : "code");
      return null;
    });
  }

  /** Shows the button of the request, which tries again if this request fails. */
  function handleSignedIn() {
    setLoggedIn(true);
    setStep("request");
    void handleRequest();
  }

  if (!product.isSoldOut && sizes.length === 0) {
    return (
      <>
        <h1>{t("Tell me when it's back")}</h1>
        <p>{t("{name} is in stock now.", { name: product.name })}</p>
        <BackToProduct product={product} />
      </>
    );
  }
  return (
    <>
      <h1>{t("Tell me when it's back")}</h1>
      {step === "done" ? (
        <>
          <FormMessage kind="success">
            {t("We'll write once when {name} is back, within 90 days.", { name })}
          </FormMessage>
          <p>{t("You can withdraw it in your account.")}</p>
          <BackToProduct product={product} />
        </>
      ) : (
        <Panel>
          {sizes.length > 1 && step === "request" ? (
            <>
              <p>
                <strong>{product.name}</strong>
              </p>
              <RadioChoice
                // Translators: of clothing and of packs of food
                legend={t("Size")}
                name="size"
                options={sizes.map(({ id, label }) => [String(id), label])}
                chosen={sizeId === null ? null : String(sizeId)}
                onChoose={(id) => setSizeId(Number(id))}
              />
            </>
          ) : (
            <p>
              <strong>{name}</strong>
            </p>
          )}
          <p>{t("We write once when it's back. Then the request ends.")}</p>
          {step === "request" ? (
            <Button isWide size="large" disabled={isBusy} onClick={handleRequest}>
              {isLoggedIn ? t("Tell me") : t("Continue with email")}
            </Button>
          ) : (
            <EmailCodeSteps path={path} onSignedIn={handleSignedIn} />
          )}
          <FormAnswer answer={answer} />
        </Panel>
      )}
    </>
  );
}

function BackToProduct({ product }: { product: Product }) {
  return (
    <ButtonLink to={productPath(product)} variation="secondary" isNarrow>
      {t("Back to {name}", { name: product.name })}
    </ButtonLink>
  );
}

/** `needs-login`: there is no session. `needs-address`: the account has no verified address. */
type RequestResult = { kind: "done" | "needs-login" | "needs-address" } | { kind: "rejected"; message: string };

/** Requests one message when a product, or its size, is back in stock. */
async function requestBackInStock(data: BrowserData, productId: number, sizeId: number | null): Promise<RequestResult> {
  if ((await data.readSession()) === null) return { kind: "needs-login" };
  const { error, status } = await data.rest.rpc("request_back_in_stock", { product_id: productId, size_id: sizeId });
  if (!error) return { kind: "done" };
  if (status === 401) return { kind: "needs-login" };
  if (error.code === "PT412") return { kind: "needs-address" };
  if (/^PT4/.test(error.code)) return { kind: "rejected", message: error.message };
  console.error(error);
  return { kind: "rejected", message: t("We couldn't save your request. Try again.") };
}
