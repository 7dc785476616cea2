import { Link } from "react-router";
import { FormMessage } from "#app/ui/form-message.tsx";

/** Message after the session has ended: picks wait on this device and are sent after the next login. */
export function SessionEnded({ path }: { path: string }) {
  return (
    <FormMessage>
      Your session has ended. <Link to={`/auth?next=${encodeURIComponent(path)}`}>Log in again.</Link>
    </FormMessage>
  );
}
