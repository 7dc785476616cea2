import { useCallback, useEffect, useRef, useState } from "react";
import { createPath, useLocation, useNavigate, useNavigation } from "react-router";
import { showToast } from "./toast.tsx";

/** Sent, cancelable, where React Router would load the page anew because a script of the next one did not come. */
const SCRIPT_MISSING = "page-script-missing";

/**
 * A page whose script does not come is asked for as a whole: a new build has new names. Without a network that would
 * put the browser's own page in place of the shop, so then the visitor stays where they are, and is told.
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
