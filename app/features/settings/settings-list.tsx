import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { addItem, changeItem } from "#app/ui/change-item.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import styles from "./settings-list.module.css";

/** Editor for a list in the settings: change, remove, and add lines. */
export function SettingsList<Row>({
  title,
  name,
  rowLabel,
  rows,
  newRow,
  error,
  onChange,
  children,
}: {
  title: string;
  /** Name of the list's setting, which prefixes the field names of its lines. */
  name: string;
  /** Noun for one line, as in "Remove team member 2". */
  rowLabel: string;
  rows: readonly Row[];
  newRow: Row;
  error: string | undefined;
  onChange: (rows: Row[]) => void;
  /** Renders the fields of one line. */
  children: (line: { row: Row; field: string; change: (changed: Partial<Row>) => void }) => ReactNode;
}) {
  function handleChange(place: number, changed: Partial<Row>) {
    onChange(rows.map((row, at) => (at === place ? { ...row, ...changed } : row)));
  }

  return (
    <PanelSection title={title} listName={name}>
      {error ? <FormMessage>{error}</FormMessage> : null}
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and their fields have no state.
        <fieldset key={place} className={styles.row}>
          <legend className={styles.legend}>
            {rowLabel} {place + 1}
          </legend>
          <div className={styles.fields}>
            {children({ row, field: `${name}.${place}`, change: (changed) => handleChange(place, changed) })}
          </div>
          <IconButton
            label={t("Remove {line} {place}", { line: rowLabel.toLowerCase(), place: place + 1 })}
            variation="danger"
            onClick={({ currentTarget }) =>
              changeItem(currentTarget.closest("fieldset"), () => onChange(rows.filter((_, at) => at !== place)))
            }
          >
            <Icon name="trash" />
          </IconButton>
        </fieldset>
      ))}
      <Button
        variation="secondary"
        onClick={({ currentTarget }) => addItem(currentTarget, () => onChange([...rows, newRow]))}
        isNarrow
      >
        <Icon name="plus" /> {t("Add {line}", { line: rowLabel.toLowerCase() })}
      </Button>
    </PanelSection>
  );
}
