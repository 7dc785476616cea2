import { type ComponentProps, type ComponentType, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useRevalidator } from "react-router";
import type { CodeDialog } from "#app/features/account/code-sign-in.tsx";
import { t } from "#app/messages/t.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { showToast } from "#app/ui/toast.tsx";
import { resumeAfterLogin } from "./guest-checkout.ts";

interface CodeStep {
  /** Address that the code was sent to. */
  email: string;
  CodeDialog: ComponentType<ComponentProps<typeof CodeDialog>>;
}

/**
 * Logs a guest in during the checkout.
 * @param onSignedIn called after the login by an emailed code
 * @param onBack called if the guest wants to change the address instead
 */
export function useGuestLogin(onSignedIn: () => void, onBack: () => void) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [codeStep, setCodeStep] = useState<CodeStep | null>(null);

  async function prompt() {
    showToast({ kind: "error", text: t("Please login or sign up to proceed") });
    await openLogin();
  }

  async function openLogin() {
    flushSync(() => setCodeStep(null));
    resumeAfterLogin();
    await navigate("/auth?next=/cart");
  }

  /**
   * Signs up a guest who gave an address; if it has an account, emails a code and asks for it here.
   * @param email empty if the guest gave none
   * @returns whether the checkout goes on
   */
  async function identify(email: string, name: string): Promise<boolean> {
    if (email === "") {
      await prompt();
      return false;
    }
    const [{ requestSignInCode, signUpGuest }, { getBrowserData }] = await Promise.all([
      import("#app/features/account/sign-in.ts"),
      import("#app/platform/browser-data.ts"),
    ]);
    const data = getBrowserData();
    let isSignedUp = false;
    await withErrorToast(async () => {
      isSignedUp = (await signUpGuest(data, email, name)) === "signed-in";
      if (isSignedUp) return void revalidate();
      await requestSignInCode(data, email, "/auth?next=/cart");
      setCodeStep({ email, ...(await import("#app/features/account/code-sign-in.tsx")) });
    });
    return isSignedUp;
  }

  async function handleSignedIn() {
    const [{ isMfaDue }, { getBrowserData }] = await Promise.all([
      import("#app/features/account/mfa.ts"),
      import("#app/platform/browser-data.ts"),
    ]);
    if (await isMfaDue(getBrowserData())) return await openLogin();
    flushSync(() => setCodeStep(null));
    onSignedIn();
    void revalidate();
  }

  return {
    prompt,
    identify,
    /** Set while the guest must enter the code. */
    codeStep: codeStep && {
      ...codeStep,
      onSignedIn: handleSignedIn,
      onOtherWay: () => void openLogin(),
      onBack: () => {
        flushSync(() => setCodeStep(null));
        onBack();
      },
    },
  };
}
