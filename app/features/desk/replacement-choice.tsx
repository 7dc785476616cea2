import { useProductSearch } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { RadioGroup, RadioOption } from "#app/ui/radio-choice.tsx";
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
  const search = useProductSearch((words) => listReplacements(getBrowserData(), line.id, counts, words), {
    keyOf: (words) => [line.id, counts.quantity, counts.replacementQuantity, words].join(" "),
  });
  const replacements = (search.isCurrent && search.items) || [];
  const found = search.words ? replacements : replacements.slice(0, BEST_COUNT);
  // The chosen one stays in view, because the dialog's button replaces with it.
  const isChosenFound = chosen === null || found.some((each) => keyOf(each) === keyOf(chosen));
  const shown = isChosenFound ? found : [chosen, ...found];
  return (
    <>
      <TextField
        label={t("Search for a replacement")}
        name="search"
        type="search"
        hint={t("Products of the same category come first. The customer never pays more.")}
        value={search.typed}
        onValue={search.setTyped}
        // Enter would submit the form.
        onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
      />
      {search.isCurrent ? null : <Spinner label={t("Searching...")} />}
      {search.isCurrent && search.problem !== null ? <FormMessage>{search.problem}</FormMessage> : null}
      {search.isCurrent && search.items?.length === 0 ? (
        <FormMessage kind="information">
          {search.words ? t("No products match.") : t("No other products in this category.")}
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
