import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { FormMessage } from "#app/ui/form-message.tsx";

/** Link to the emails of a store that sends none; renders nothing in other stores. */
export function LocalMailboxNotice() {
  if (!readPublicConfig().hasLocalMailbox) return null;
  return (
    <FormMessage kind="notice">
      {nodes(t("This demo store sends no real email: <link>read it in the local mailbox</link>."), {
        link: (words) => (
          <a href="/dev/mailbox" target="_blank" rel="noopener">
            {words}
          </a>
        ),
      })}
    </FormMessage>
  );
}
