import { t } from "#app/messages/t.ts";
import { FormMessage } from "./form-message.tsx";
import { ToastOnLanding } from "./toast.tsx";

/** Message of a page that could not be loaded, also as a toast, with a link that loads the page again. */
export function LoadFailure({ text }: { text: string }) {
  return (
    <>
      <ToastOnLanding kind="error" text={text} />
      <FormMessage>
        <p>{text}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own. */}
        <a href="">{t("Try again")}</a>
      </FormMessage>
    </>
  );
}
