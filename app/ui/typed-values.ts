/** Fields that are ignored, because they are never autosaved: passwords and one-time codes. */
const SECRETS = '[type="password"], [autocomplete="one-time-code"]';

/** Returns the values of all controls in an element, to detect later changes. */
export function typedValues(root: Element): string {
  const controls = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "input, textarea, select",
  );
  return JSON.stringify(
    Array.from(controls)
      .filter((control) => !control.matches(SECRETS))
      .map((control) =>
        control.type === "checkbox" || control.type === "radio"
          ? [control.name, (control as HTMLInputElement).checked]
          : [control.name, control.value],
      ),
  );
}
