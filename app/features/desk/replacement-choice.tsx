import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { sizedName } from "#app/values/sized-name.ts";
import { replacementPriceText, type UnavailableLine } from "./missing-units.ts";
import { listReplacements, type ReplacedCounts, type Replacement } from "./replacement-queries.ts";

/** Number of replacements shown without a search. */
const BEST_COUNT = 3;

/** Three closest replacements, and a search for others. */
export function ReplacementChoice({
  line,
  counts,
  chosen,
  onChoose,
}: {
  line: UnavailableLine;
  counts: ReplacedCounts;
  chosen: Replacement | null;
  onChoose: (replacement: Replacement) => void;
}) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const key = [line.id, counts.quantity, counts.replacementQuantity, words].join(" ");
  const result = useTypedQuery(key, () => listReplacements(getBrowserData(), line.id, counts, words));
  const found = result?.key === key ? result : null;
  const replacements = found && "data" in found ? found.data : [];
  const shown = words ? replacements : replacements.slice(0, BEST_COUNT);
  return (
    <>
      <TextField
        label={t("Search for a replacement")}
        name="search"
        type="search"
        autoComplete="off"
        hint={t("Products of the same category come first. The customer never pays more.")}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would submit the form.
        onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
      />
      {found === null ? <Spinner label={t("Searching...")} /> : null}
      {found && "problem" in found ? <FormMessage>{found.problem}</FormMessage> : null}
      {found && "data" in found && replacements.length === 0 ? (
        <FormMessage kind="information">
          {words ? t("No products match.") : t("No other products in this category.")}
        </FormMessage>
      ) : null}
      {shown.length > 0 ? (
        <RadioGroup legend={t("Replace with")}>
          {shown.map((each) => (
            <RadioOption
              key={keyOf(each)}
              name="replacement"
              value={keyOf(each)}
              label={sizedName(each.name, each.size?.label)}
              hint={replacementPriceText(line, counts, each)}
              checked={chosen !== null && keyOf(chosen) === keyOf(each)}
              onChange={() => onChoose(each)}
            />
          ))}
        </RadioGroup>
      ) : null}
    </>
  );
}

function keyOf({ productId, size }: Replacement): string {
  return `${productId}-${size?.id ?? 0}`;
}
