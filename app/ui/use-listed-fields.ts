import { type RefObject, useEffect, useRef } from "react";

/**
 * For a form that chooses what is listed, with the choice in the address: when that changes by a link or by Back, its
 * fields say what is listed now. They are not made anew for it, as with a key: whoever chooses by keyboard would lose
 * their place with each choice.
 * @param values what is listed, by the names of the fields; they begin with it as `defaultValue`
 */
export function useListedFields(values: Record<string, string>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const told = useRef(values);
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      const isOurs = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // What did not change in the address may be half typed.
      if (isOurs && told.current[name] !== value) field.value = value;
    }
    told.current = values;
  });
  return form;
}
