import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";

/**
 * Loads a page again when the token after "#" in its URL changes, for which React Router loads nothing: another link
 * was opened in the same tab.
 * @param token token that the page was loaded with
 * @returns whether the URL has another token than the page
 */
export function useOtherToken(token: string): boolean {
  const { hash } = useLocation();
  const { revalidate } = useRevalidator();
  const isOther = hash.slice(1) !== token;
  // Runs the page's loader.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each later link is loaded, too.
  useEffect(() => {
    if (isOther) void revalidate();
  }, [isOther, hash, revalidate]);
  return isOther;
}
