import { useCallback, useEffect, useRef, useState } from "react";
import { createPath, useLocation, useNavigate, useNavigation } from "react-router";
import { showToast } from "./toast.tsx";

/** Sent, cancelable, where React Router would load the page anew because a script of the next one did not come. */
const SCRIPT_MISSING = "page-script-missing";

/**
 * A page whose script cannot be loaded is requested as a document, because a new build has new file names. Without a
 * network the browser's own error page would replace the store, so the visitor stays and sees a message.
 */
export function MissingPage() {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const here = useRef(location);
  // React Router asks for no script twice: from then on every page comes as a whole.
  const [isCutOff, setCutOff] = useState(false);

  useEffect(() => {
    here.current = location;
  }, [location]);

  useEffect(() => {
    const handleMissing = (event: Event) => {
      event.preventDefault();
      setCutOff(true);
    };
    window.addEventListener(SCRIPT_MISSING, handleMissing);
    return () => window.removeEventListener(SCRIPT_MISSING, handleMissing);
  }, []);

  const stay = useCallback(() => {
    showToast({ kind: "error", text: "That page cannot be reached just now. Please try again in a moment." });
    void navigate(here.current, {
      replace: true,
      state: here.current.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }, [navigate]);

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
  }, [isCutOff, navigation.location, stay]);

  return null;
}

function canBeReached(path: string): Promise<boolean> {
  return fetch(path, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}
