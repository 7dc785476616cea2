import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "./public-config.ts";

/** The used part of Turnstile's API: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      appearance: "interaction-only";
      callback: (token: string) => void;
      "error-callback": () => void;
      "unsupported-callback": () => void;
    },
  ): string;
  remove(widgetId: string): void;
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

let loading: Promise<Turnstile> | undefined;

/**
 * Runs the captcha if the store uses one; in the browser only. A token can be used once. If interaction is needed, it
 * appears at the bottom of the screen.
 * @returns options for the auth client
 * @throws Error with a message for users if the check cannot be loaded or is not passed
 */
export async function requestCaptchaToken(): Promise<{ captchaToken?: string }> {
  const sitekey = readPublicConfig().captchaSiteKey;
  if (sitekey === null) return {};
  const turnstile = await loadTurnstile();
  const place = document.createElement("div");
  Object.assign(place.style, { position: "fixed", insetBlockEnd: "1rem", insetInlineStart: "1rem", zIndex: "200" });
  topLayer().append(place);
  let widget: string | undefined;
  try {
    const captchaToken = await new Promise<string>((passed, failed) => {
      const fail = () => failed(notVerifiedError());
      widget = turnstile.render(place, {
        sitekey,
        appearance: "interaction-only",
        callback: passed,
        "error-callback": fail,
        "unsupported-callback": fail,
      });
    });
    return { captchaToken };
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  }
}

/** Returns the topmost modal, because nothing outside of it can be pressed; without one, the page. */
export function topLayer(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body;
}

function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((loaded, failed) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => loaded((window as unknown as { turnstile: Turnstile }).turnstile);
    script.onerror = () => {
      // The next attempt loads the script again.
      loading = undefined;
      script.remove();
      failed(notVerifiedError());
    };
    document.head.append(script);
  });
  return loading;
}

function notVerifiedError(): Error {
  return new Error(t("We couldn't verify that you are human. Try again."));
}
