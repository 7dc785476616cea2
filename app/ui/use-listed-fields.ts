import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Synchronizes a filter form with the URL: when a link or Back changes it, the fields show the current filters. They
 * are not remounted with a key, because keyboard users would lose their focus with each choice.
 * @param values the current filters by field name; also the fields' `defaultValue`
 */
export function useListedFields(values: Record<string, string>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const reported = useRef(values);
  // Before the page shows the new filters, or it would overwrite what somebody already types into them.
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      const isOurs = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // Keeps a field whose URL value did not change, because the user may be typing in it.
      if (isOurs && reported.current[name] !== value) field.value = value;
    }
    reported.current = values;
  });
  return form;
}
