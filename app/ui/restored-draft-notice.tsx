import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "./button.tsx";
import { DateTime } from "./date-time.tsx";
import { FormMessage } from "./form-message.tsx";
import { passFocusOn } from "./pass-focus-on.ts";

/**
 * Notice above a form whose values were restored.
 * @param since time of the last input; null if nothing was restored
 * @param savedSince fields that someone else has changed since, with their saved values
 */
export function RestoredDraftNotice({
  since,
  savedSince = [],
  startOver = t("Start over"),
  onStartOver,
}: {
  since: string | null;
  savedSince?: readonly string[];
  startOver?: string;
  onStartOver: () => void;
}) {
  if (since === null) return null;
  return (
    <FormMessage kind="notice">
      <p>
        {nodes(t("We restored what you typed until <time/>. It is not saved yet."), { time: <DateTime at={since} /> })}
      </p>
      {savedSince.length > 0 ? (
        <p>{t("Someone else changed this since. Saved now: {values}", { values: savedSince.join(" · ") })}</p>
      ) : null}
      <SmallButton ref={passFocusOn} onClick={onStartOver}>
        {startOver}
      </SmallButton>
    </FormMessage>
  );
}
