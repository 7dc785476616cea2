import { t } from "#app/messages/t.ts";
import { TextAreaField, TextField } from "./field.tsx";

/** Text field with a character count; several lines if `isLong`. */
export function NoteField({
  label,
  name,
  value,
  maxCharacters,
  isLong = false,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  maxCharacters: number;
  isLong?: boolean;
  onChange: (text: string) => void;
}) {
  const field = {
    label,
    name,
    value,
    maxLength: maxCharacters,
    hint: t("{count} of {max} characters", { count: value.length, max: maxCharacters }),
    autoComplete: "off",
    onValue: onChange,
  };
  return isLong ? <TextAreaField {...field} rows={3} /> : <TextField {...field} />;
}
