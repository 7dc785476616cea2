import { FormMessage } from "./form-message.tsx";
import { ToastOnLanding } from "./toast.tsx";

/** Message of a page that could not be loaded, also as a toast. */
export function LoadFailure({ text }: { text: string }) {
  return (
    <>
      <ToastOnLanding kind="error" text={text} />
      <FormMessage>{text}</FormMessage>
    </>
  );
}
