import { RadioGroup, RadioOption } from "./field.tsx";

/**
 * Radio buttons of one choice.
 * @param options value, label, and hint of each
 * @param isShort see `RadioGroup`
 */
export function RadioChoice<Value extends string>({
  legend,
  error,
  isShort = false,
  name,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  error?: string | undefined;
  isShort?: boolean;
  name: string;
  options: readonly (readonly [value: Value, label: string, hint?: string])[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}) {
  return (
    <RadioGroup legend={legend} error={error} isShort={isShort}>
      {options.map(([value, label, hint]) => (
        <RadioOption
          key={value}
          name={name}
          value={value}
          label={label}
          hint={hint}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </RadioGroup>
  );
}
