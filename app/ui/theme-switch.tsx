import { t } from "#app/messages/t.ts";
import { Icon } from "./icon.tsx";
import { switchTheme } from "./theme.ts";
import styles from "./theme-switch.module.css";

/** Button to switch between the light and dark theme; the choice is saved. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      aria-label={t("Switch between light and dark")}
      title={t("Switch between light and dark")}
      className={styles.switch}
      onClick={switchTheme}
    >
      <Icon name="theme" />
    </button>
  );
}
