const STORAGE_KEY = "theme";

/** Runs before the first paint, so that a remembered theme does not flash. */
export const RESTORE_THEME_SCRIPT = import.meta.env.SSR
  ? `try{var t=localStorage.getItem("${STORAGE_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`
  : "";

/** Browser only: turns to the other theme and remembers it. */
export function switchTheme(): void {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const next = isDark ? "light" : "dark";
  root.dataset.theme = next;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
