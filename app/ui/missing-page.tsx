import { useEffect, useEffectEvent, useState } from "react";
import { createPath, useLocation, useNavigate, useNavigation } from "react-router";
import { t } from "#app/messages/t.ts";
import { OWN_RELOAD } from "#app/values/reload-page.ts";
import { showToast } from "./toast.tsx";

/**
 * Loads the next page as a document when its script is missing: a new build has new file names. Without a network the
 * visitor stays on the current page and sees a message.
 *
 * React Router calls `location.reload()` when a route's script does not load, with no option to change that. The
 * Navigation API cancels it: docs/decisions/041-a-missing-page-script-cancels-the-reload.md.
 */
export function MissingPage() {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  // React Router never retries a failed script, so from then on every page loads as a document.
  const [isCutOff, setCutOff] = useState(false);

  // The Navigation API reports the reload.
  useEffect(() => {
    // In development, Vite reloads the page after a code change.
    if (import.meta.env.DEV) return;
    const handleNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "reload" || event.info === OWN_RELOAD) return;
      event.preventDefault();
      setCutOff(true);
    };
    window.navigation?.addEventListener("navigate", handleNavigate);
    return () => window.navigation?.removeEventListener("navigate", handleNavigate);
  }, []);

  const stay = useEffectEvent(() => {
    showToast({ kind: "error", text: t("We can't reach that page right now. Try again in a moment.") });
    void navigate(location, {
      replace: true,
      state: location.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  });

  // The browser loads the page as a document.
  useEffect(() => {
    if (!isCutOff || !navigation.location) return;
    const target = createPath(navigation.location);
    let isOver = false;
    void canBeReached(target).then((isThere) => {
      if (isOver) return;
      if (isThere) window.location.assign(target);
      else stay();
    });
    return () => {
      isOver = true;
    };
  }, [isCutOff, navigation.location]);

  return null;
}

function canBeReached(path: string): Promise<boolean> {
  return fetch(path, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}
