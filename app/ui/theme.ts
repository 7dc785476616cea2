import { writeStored } from "#app/values/device-storage.ts";

const STORAGE_KEY = "theme";

/** Runs before the first paint, so that the page does not flash in the wrong theme. */
export const RESTORE_THEME_SCRIPT = import.meta.env.SSR
  ? `try{var t=localStorage.getItem("${STORAGE_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`
  : "";

/** Switches to the other theme and saves the choice. Browser only. */
export function switchTheme(): void {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const next = isDark ? "light" : "dark";
  root.dataset.theme = next;
  writeStored(STORAGE_KEY, next);
}
