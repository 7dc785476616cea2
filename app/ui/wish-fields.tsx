import { WISH_LABELS, WISHES, type Wish, wishFrom } from "#app/values/wish.ts";
import { RadioGroup, RadioOption, SelectField } from "./field.tsx";

/** The one question of an order: what to do about something that is not there. */
export function WishQuestion({ wish, onChange }: { wish: Wish | null; onChange: (wish: Wish) => void }) {
  return (
    <RadioGroup legend="What if something is not there?">
      {WISHES.map((each) => (
        <RadioOption
          key={each}
          name="wish"
          value={each}
          label={WISH_LABELS[each]}
          checked={wish === each}
          onChange={() => onChange(each)}
        />
      ))}
    </RadioGroup>
  );
}

/** A line may have its own. */
export function LineWish({
  label,
  name,
  wish,
  onChange,
}: {
  label: string;
  name: string;
  wish: Wish | null;
  onChange: (wish: Wish | null) => void;
}) {
  return (
    <SelectField
      label={label}
      name={name}
      value={wish ?? ""}
      onChange={(event) => onChange(wishFrom(event.currentTarget.value))}
    >
      <option value="">As for the whole order</option>
      {WISHES.map((each) => (
        <option key={each} value={each}>
          {WISH_LABELS[each]}
        </option>
      ))}
    </SelectField>
  );
}
