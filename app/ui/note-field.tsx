import { TextAreaField, TextField } from "./field.tsx";

/** Text field with a character count; several lines if `isLong`. */
export function NoteField({
  label,
  name,
  value,
  mostSigns,
  isLong = false,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  mostSigns: number;
  isLong?: boolean;
  onChange: (text: string) => void;
}) {
  const field = {
    label,
    name,
    value,
    maxLength: mostSigns,
    hint: `${value.length} of ${mostSigns} characters`,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return isLong ? <TextAreaField {...field} rows={3} /> : <TextField {...field} />;
}
