import { type DragEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { categories } from "#app/features/catalog/categories.ts";
import { importName, PASTED } from "#app/features/catalog/import-name.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { discardAutosave } from "#app/ui/autosave.ts";
import { Button } from "#app/ui/button.tsx";
import { Options, SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Row } from "#app/ui/row.tsx";
import { useTypingKey } from "#app/ui/typing-person.ts";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useAutosavedFields } from "#app/ui/use-autosaved-fields.ts";
import { createImport } from "./create-import.ts";
import type { ParsedImport } from "./parse-import.ts";
import styles from "./start-import.module.css";

/** Table parsed in the browser and not sent yet. */
interface ReadTable {
  fileName: string;
  table: Extract<ParsedImport, { kind: "read" }>;
  /** Whether it was pasted or typed. Such a table is autosaved on the device until it is sent. */
  isPasted: boolean;
  /** Categories of the file that the store does not have. */
  unknown: readonly string[];
}

const AUTOSAVED_AS = "import table";

/** Form for a CSV file or cells copied from a spreadsheet; asks about unknown categories, then starts the dry run. */
export function StartImport() {
  const [read, setRead] = useState<ReadTable | null>(null);
  const { isBusy, answer, run } = useAttempt();

  async function readText(fileName: string, text: string) {
    const [{ parseImport, unknownCategories }, { textOfHtml }] = await Promise.all([
      import("./parse-import.ts"),
      import("./html-text.ts"),
    ]);
    const table = parseImport(text, textOfHtml);
    if (table.kind === "rejected") return rejected(table.message);
    setRead({ fileName, isPasted: fileName === PASTED, table, unknown: unknownCategories(table.rows) });
    return null;
  }

  function readFile(file: File | undefined) {
    if (!file || isBusy) return;
    void run(async () => {
      const { textOfFile } = await import("./parse-import.ts");
      const found = await textOfFile(file);
      return "text" in found ? readText(file.name, found.text) : rejected(found.problem);
    });
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    readFile(event.dataTransfer.files[0]);
  }

  if (read !== null) return <CheckTable {...read} onBack={() => setRead(null)} />;
  return (
    <div ref={passFocusOn} className={styles.form}>
      <p>
        {t(
          "A CSV file from this store, or a product export from Shopify or WooCommerce. You review all changes before anything is saved.",
        )}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the file field */}
      <div className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
        <TextField
          label={t("CSV file")}
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          hint={t("Or drop it here")}
          onChange={({ currentTarget }) => {
            readFile(currentTarget.files?.[0]);
            // Without this, choosing the same file again, corrected, would fire no change event.
            currentTarget.value = "";
          }}
        />
      </div>
      <PasteForm isBusy={isBusy} onRead={(text) => void run(() => readText(PASTED, text))} />
      <FormAnswer answer={answer} />
    </div>
  );
}

/** Form for pasted rows, which stay autosaved until they are sent: parsing them is not enough. */
function PasteForm({ isBusy, onRead }: { isBusy: boolean; onRead: (text: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const autosaved = useAutosavedFields(form, AUTOSAVED_AS);
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t("Paste rows")}
      onInput={autosaved.note}
      onSubmit={(event) => {
        event.preventDefault();
        onRead(String(new FormData(event.currentTarget).get("table") ?? ""));
      }}
    >
      <RestoredDraftNotice since={autosaved.autosavedAt} onStartOver={autosaved.startOver} />
      <TextAreaField
        label={t("Or paste rows from a spreadsheet")}
        name="table"
        rows={6}
        spellCheck={false}
        hint={t("Include the row with column names, such as category, name, price, stock")}
      />
      <Button type="submit" variation="secondary" disabled={isBusy} isNarrow>
        {t("Read rows")}
      </Button>
    </form>
  );
}

function CheckTable({ fileName, isPasted, table, unknown, onBack }: ReadTable & { onBack: () => void }) {
  const [sent, setSent] = useState(0);
  const { isBusy, answer, run } = useAttempt();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const key = useTypingKey(AUTOSAVED_AS);
  const count = table.rows.length;

  async function send(data: FormData): Promise<void> {
    const { withCategories } = await import("./parse-import.ts");
    const chosen = new Map(unknown.map((word, place) => [word, String(data.get(`category_${place}`) ?? "")]));
    const id = await createImport(getBrowserData(), fileName, withCategories(table.rows, chosen), setSent);
    if (isPasted) discardAutosave(key);
    form.current?.removeAttribute("data-typed");
    await navigate(`/desk/products/import?import=${id}`);
  }

  return (
    <form
      ref={form}
      data-typed={isPasted || undefined}
      className={styles.form}
      aria-label={t("Check the file")}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        setSent(0);
        void run(() => send(data));
      }}
    >
      <p role="status">
        {nodes(
          t("<strong>{name}</strong>: {count, plural, one {# row} other {# rows}} of {source}.", {
            name: importName(fileName),
            count,
            source: table.from,
          }),
        )}
        {table.passedOver.length > 0 ? t(" Ignored columns: {columns}.", { columns: table.passedOver.join(", ") }) : ""}
      </p>
      {unknown.length > 0 ? (
        <fieldset className={styles.words}>
          <legend>{t("Choose categories")}</legend>
          {unknown.map((word, place) => (
            <SelectField
              key={word}
              label={word === "" ? t("Rows without a category") : word}
              name={`category_${place}`}
            >
              <option value="">{t("Leave out", {}, "rows of a file")}</option>
              <Options of={categories.map(({ prefix, title }) => [prefix, title()])} />
            </SelectField>
          ))}
        </fieldset>
      ) : null}
      {isBusy ? (
        <label className={styles.progress}>
          <span>{sent < count ? t("{sent} of {count} rows sent", { sent, count }) : t("Checking rows")}</span>
          <progress max={count} value={sent < count ? sent : undefined} />
        </label>
      ) : null}
      <FormAnswer answer={answer} />
      <Row gap={2} ref={passFocusOn}>
        <Button type="submit" disabled={isBusy}>
          {t("Preview changes")}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={onBack}>
          {t("Use another file")}
        </Button>
      </Row>
    </form>
  );
}
