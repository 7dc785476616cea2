import { t } from "#app/messages/t.ts";
import { TextAreaField, TextField } from "./field.tsx";

/** Text field with a character count; several lines unless `isShort`. */
export function NoteField({
  label,
  name,
  value,
  maxCharacters,
  isShort = false,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  maxCharacters: number;
  isShort?: boolean;
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
  return isShort ? <TextField {...field} /> : <TextAreaField {...field} rows={3} />;
}
