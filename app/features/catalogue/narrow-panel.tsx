import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ALLERGEN_NAMES, STORAGE } from "./facts.ts";
import styles from "./narrow-panel.module.css";
import {
  compareSizes,
  type Narrowing,
  narrowedAddress,
  narrowingFrom,
  SORTS,
  STORAGE_KINDS,
} from "./narrowing.ts";
import { choicesOf, SORT_NAMES } from "./narrowing-words.ts";
import { ALLERGENS } from "./product.ts";
import type { NarrowCounts } from "./read-narrowed.ts";

const OPENER_ID = "sort-and-filter";

/**
 * The order of a listing and what is shown of it: a form that needs no script; with scripts each choice holds at once,
 * and the panel stays open.
 * @param path of the listing without any of it; it may have a search of its own
 * @param arranged what the listing's own order is called
 */
export function NarrowPanel({
  path,
  arranged,
  narrowing,
  counts,
  totalCount,
}: {
  path: string;
  arranged: string;
  narrowing: Narrowing;
  counts: NarrowCounts;
  totalCount: number;
}) {
  const navigate = useNavigate();
  // What was pressed is shown until the page that was asked for is there.
  const [pressed, setPressed] = useState<{ before: Narrowing; wanted: Narrowing } | null>(null);
  const shown = pressed?.before === narrowing ? pressed.wanted : narrowing;
  const chosenCount = choicesOf(shown).length;
  const [action = path, search] = path.split("?");

  function apply(form: HTMLFormElement) {
    const wanted = narrowingFrom(new URLSearchParams([...new FormData(form)] as [string, string][]));
    if (narrowedAddress("", wanted) === narrowedAddress("", shown)) return;
    setPressed({ before: narrowing, wanted });
    void navigate(narrowedAddress(path, wanted), { preventScrollReset: true });
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    apply(event.currentTarget);
    const details = event.currentTarget.closest("details");
    details?.querySelector("summary")?.focus();
    if (details) details.open = false;
  }

  return (
    <Disclosure
      variant="panel"
      id={OPENER_ID}
      summary={
        <>
          <Icon name="sliders" /> Sort and filter
          {chosenCount > 0 ? <span className={styles.chosenCount}>{chosenCount}</span> : null}
        </>
      }
    >
      <form
        action={action}
        className={styles.form}
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={handleSubmit}
      >
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.groups}>
          <div className={styles.group}>
            <SelectField label="Sort by" name="sort" value={shown.sort ?? ""} onChange={noChange}>
              <option value="">{arranged}</option>
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {SORT_NAMES[sort]}
                </option>
              ))}
            </SelectField>
            {shown.sort === "unit-price" ? (
              <p className={styles.note}>By weight first, then by volume, by the piece, by the yard.</p>
            ) : null}
          </div>
          <Group legend="Show only">
            <Option
              name="available"
              value="yes"
              label="Can be bought now"
              isChosen={shown.isAvailable}
              count={counts.available}
            />
            <Option
              name="offer"
              value="yes"
              label="On offer"
              isChosen={shown.isOnOffer}
              count={counts.offer}
            />
          </Group>
          <Options
            legend="Storage"
            name="storage"
            least={2}
            options={STORAGE_KINDS}
            nameOf={(kind) => STORAGE[kind]}
            chosen={shown.storage}
            counts={counts.storage}
          />
          <Options
            legend="Size"
            name="size"
            options={[...new Set([...Object.keys(counts.sizes), ...shown.sizes])].sort(compareSizes)}
            nameOf={(size) => size}
            chosen={shown.sizes}
            counts={counts.sizes}
          />
          <Options
            legend="Free of"
            name="free"
            options={ALLERGENS}
            nameOf={(allergen) => ALLERGEN_NAMES[allergen]}
            chosen={shown.freeOf}
            counts={counts.free}
            note="Only products whose ingredients we know. What stands on the package counts: please read its label."
          />
        </div>
        <div className={styles.foot}>
          <Button type="submit" needsNoScript>
            {totalCount === 1 ? "Show 1 product" : `Show ${totalCount} products`}
          </Button>
          {chosenCount > 0 ? (
            <Link to={path} preventScrollReset onClick={focusNarrowOpener} className={styles.clear}>
              Clear all
            </Link>
          ) : null}
        </div>
      </form>
    </Disclosure>
  );
}

/** What was pressed goes away with its choice: the keyboard goes on from what stays. */
export function focusNarrowOpener(): void {
  document.getElementById(OPENER_ID)?.focus({ preventScroll: true });
}

/** Nothing where fewer than `least` of them are had by anything at all, and none is chosen. */
function Options<Value extends string>({
  legend,
  name,
  least = 1,
  options,
  nameOf,
  chosen,
  counts,
  note,
}: {
  legend: string;
  name: string;
  least?: number;
  options: readonly Value[];
  nameOf: (value: Value) => string;
  chosen: readonly Value[];
  counts: Readonly<Partial<Record<Value, number>>>;
  note?: string;
}) {
  const shown = options.filter((value) => counts[value] !== undefined || chosen.includes(value));
  if (shown.length < least && chosen.length === 0) return null;
  return (
    <Group legend={legend} note={note}>
      {shown.map((value) => (
        <Option
          key={value}
          name={name}
          value={value}
          label={nameOf(value)}
          isChosen={chosen.includes(value)}
          count={counts[value] ?? 0}
        />
      ))}
    </Group>
  );
}

function Group({
  legend,
  note,
  children,
}: {
  legend: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group} data-wide={note ? true : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>{children}</div>
      {note ? <p className={styles.note}>{note}</p> : null}
    </fieldset>
  );
}

function Option({
  name,
  value,
  label,
  isChosen,
  count,
}: {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  /** Null: nothing at all has it. */
  count: number | null;
}) {
  if (count === null && !isChosen) return null;
  return (
    <label className={styles.option}>
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isChosen}
        disabled={!count && !isChosen}
        onChange={noChange}
        className={styles.box}
      />
      <span>
        {label} <span className={styles.count}>({count ?? 0})</span>
      </span>
    </label>
  );
}

/** The form hears of it. */
function noChange(): void {}
