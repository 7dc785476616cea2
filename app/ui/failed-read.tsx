import { t } from "#app/messages/t.ts";
import { SmallButton } from "./button.tsx";
import { FormMessage } from "./form-message.tsx";
import { passFocusOn } from "./pass-focus-on.ts";

/** Message about data that could not be read, with a button that reads it again. */
export function FailedRead({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <FormMessage>
      <p>{text}</p>
      <SmallButton ref={passFocusOn} onClick={() => void onRetry()}>
        {t("Try again")}
      </SmallButton>
    </FormMessage>
  );
}
