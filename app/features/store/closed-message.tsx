import { FormMessage } from "#app/ui/form-message.tsx";
import { useMinute } from "#app/ui/use-minute.ts";
import { closedNotices } from "./store-notices.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Notices about closed days and pauses, shown in the cart. */
export function ClosedMessage({ settings }: { settings: StoreSettings }) {
  const minute = useMinute();
  const notices = minute === null ? [] : closedNotices(settings, new Date(minute));
  if (notices.length === 0) return null;
  return (
    <FormMessage kind="notice">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </FormMessage>
  );
}
