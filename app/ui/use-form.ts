import { type FormEvent, useRef, useState } from "react";
import { type Answer, useAttempt } from "./use-attempt.ts";
import { useKeptFields } from "./use-kept-fields.ts";

/** The message of each field that is wrong, by its name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** Returns the value of a field; empty if there is none of that name. */
export type ReadField = (name: string) => string;

/**
 * A form: reads what was typed, looks at it, leads to the topmost wrong field, or sends it, once at a time.
 * @param read makes of the fields what `check` and `send` work with
 * @param check names the fields that are wrong; the form is not sent then
 * @param send answers with what is to be told, null when there is nothing
 * @param first is told before anything was sent
 * @param keptAs the name under which what is typed is kept on the device until it was sent; without it nothing is
 * @returns `props` for the <form>; `errors` for its fields; `refuse` marks fields later, and says whether any was wrong
 */
export function useForm<Typed, Errors extends object = FieldErrors>(options: {
  read: (field: ReadField, data: FormData) => Typed;
  check?: (typed: Typed) => Errors;
  send: (typed: Typed, form: HTMLFormElement) => Promise<Answer | null>;
  first?: Answer | null;
  keptAs?: string;
}) {
  const { read, check, send, first = null, keptAs } = options;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Errors>>({});
  const attempt = useAttempt(first);
  const { keptSince, note, forget, startOver } = useKeptFields(form, keptAs);
  const isUnderWay = useRef(false);

  function typed(): Typed {
    const data = new FormData(form.current ?? undefined);
    return read((name) => String(data.get(name) ?? ""), data);
  }

  function refuse(found: Partial<Errors>): boolean {
    setErrors(found);
    const wrong = Object.entries(found).flatMap(([name, message]) => (message ? [name] : []));
    focusFirst(form.current, wrong);
    return wrong.length > 0;
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second press can come before the button is drawn as disabled.
    if (isUnderWay.current) return;
    const element = event.currentTarget;
    const given = typed();
    if (check && refuse(check(given))) return attempt.say(null);
    isUnderWay.current = true;
    await attempt.run(async () => {
      const answer = await send(given, element);
      if (answer?.kind !== "error") forget();
      return answer;
    });
    isUnderWay.current = false;
  }

  return {
    props: { ref: form, noValidate: true, onSubmit: handleSubmit, onInput: note },
    kept: { since: keptSince, onStartOver: startOver },
    errors,
    typed,
    refuse,
    clear: () => {
      setErrors({});
      attempt.say(null);
    },
    ...attempt,
  };
}

/** Leads to the topmost of these fields, or to the first button of a list of fields that has the name. */
export function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>("[name], [data-list]") ?? [];
  const first = [...fields].find((field) =>
    names.includes(field.getAttribute("name") ?? field.dataset["list"] ?? ""),
  );
  const target = first?.dataset["list"] === undefined ? first : first.querySelector("button");
  target?.focus();
}
