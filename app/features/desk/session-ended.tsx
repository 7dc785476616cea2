import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";

/** Message after the session has ended: picks stay on this device and are sent after the next login. */
export function SessionEnded({ path }: { path: string }) {
  return (
    <FormMessage>
      {nodes(t("Your session has ended. <link>Log in again.</link>"), {
        link: (words) => <Link to={`/auth?next=${encodeURIComponent(path)}`}>{words}</Link>,
      })}
    </FormMessage>
  );
}
