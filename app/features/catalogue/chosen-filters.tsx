import { Link } from "react-router";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./chosen-filters.module.css";
import { focusNarrowOpener } from "./narrow-panel.tsx";
import { type Narrowing, narrowedAddress } from "./narrowing.ts";
import { choicesOf } from "./narrowing-words.ts";

/** Active filters of a listing, each with a button to remove it, and one to remove all. */
export function ChosenFilters({ path, narrowing }: { path: string; narrowing: Narrowing }) {
  const choices = choicesOf(narrowing);
  if (choices.length === 0) return null;
  return (
    <ul aria-label="Chosen" className={styles.chosen}>
      {choices.map(({ name, without }) => (
        <li key={name}>
          <Link
            to={narrowedAddress(path, without)}
            rel="nofollow"
            preventScrollReset
            onClick={focusNarrowOpener}
            className={styles.chip}
          >
            <HiddenText>Remove </HiddenText>
            {name}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      {choices.length > 1 ? (
        <li>
          <Link to={path} preventScrollReset onClick={focusNarrowOpener} className={styles.all}>
            Clear all
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

/** Shown instead of products when no product matches the filters above. */
export function NoneFits({ path, allCount }: { path: string; allCount: number }) {
  return (
    <p>
      No product fits all of this. Take a choice away above, or{" "}
      <Link to={path} preventScrollReset onClick={focusNarrowOpener}>
        {allCount === 1 ? "show the one product" : `show all ${allCount} products`}
      </Link>
      .
    </p>
  );
}
