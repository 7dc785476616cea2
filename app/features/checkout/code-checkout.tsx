import { lazy, Suspense, useState } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { Button } from "#app/ui/button.tsx";

/** Loads the auth client only when it is used. */
const CodeSignIn = lazy(async () => {
  const { CodeSignIn: component } = await import("#app/features/account/code-sign-in.tsx");
  return { default: component };
});

/** For guests, beside the stated way over the login: they sign in here, and the checkout goes on. */
export function CodeCheckout({ onSignedIn }: { onSignedIn: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const userId = useStoredUserId();
  if (userId !== null && !isAsking) return null;

  function handleSignedIn() {
    setAsking(false);
    onSignedIn();
  }

  return (
    <>
      <Button variation="secondary" isWide onClick={() => setAsking(true)}>
        Check out with an e-mail code
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <CodeSignIn path="/cart" onSignedIn={handleSignedIn} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
