/** What a password manager or a mail can give again, nobody has to keep. */
const SECRETS = '[type="password"], [autocomplete="one-time-code"]';

/** What stands in the controls inside of an element, to tell later whether anything was typed or chosen since. */
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
