import { Link } from "react-router";
import { FormMessage } from "#app/ui/form-message.tsx";

/** What was ticked meanwhile waits on this device and counts after the next login. */
export function SessionEnded({ path }: { path: string }) {
  return (
    <FormMessage>
      Your session has ended. <Link to={`/auth?next=${encodeURIComponent(path)}`}>Please log in again.</Link>
    </FormMessage>
  );
}
