import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { type Answer, type Attempt, useAttempt } from "./use-attempt.ts";
import { useAutosavedFields } from "./use-autosaved-fields.ts";

/** Messages of invalid fields, by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** Returns the value of a field; empty if no field has that name. */
export type ReadField = (name: string) => string;

/**
 * Form state: reads the values, validates them, focuses the topmost invalid field, or submits, one at a time.
 * @param read parses the fields for `check` and `send`
 * @param check returns messages by field; with any, the form is not sent
 * @param send see {@link Attempt}; `shown` are the values that the form had before any typing
 * @param first message before the first submit
 * @param autosaveKey name under which the values are autosaved on the device until they are sent; without it they are
 * not
 * @returns `props` for the <form>; `field` with the name and error of one; `errors` by field; `reject` marks fields later
 * and returns whether any is invalid
 */
export function useForm<Typed, Errors extends object = FieldErrors>(options: {
  read: (field: ReadField, data: FormData) => Typed;
  check?: (typed: Typed) => Errors;
  send: (...given: [typed: Typed, form: HTMLFormElement, shown: Typed]) => ReturnType<Attempt>;
  first?: Answer | null;
  autosaveKey?: string;
}) {
  const { read, check, send, first = null, autosaveKey } = options;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Errors>>({});
  const attempt = useAttempt(first);
  const shown = useRef<Typed | null>(null);
  // Reads the initial values of the uncontrolled fields, before the autosave restores others.
  useLayoutEffect(() => {
    shown.current ??= typed();
  });
  const { autosavedAt, savedSince, note, noteSending, forget, handleReset, startOver } = useAutosavedFields(
    form,
    autosaveKey,
  );
  const isUnderWay = useRef(false);

  function typed(): Typed {
    const data = new FormData(form.current ?? undefined);
    return read((name) => String(data.get(name) ?? ""), data);
  }

  function reject(found: Partial<Errors>): boolean {
    setErrors(found);
    const wrong = Object.entries(found).flatMap(([name, message]) => (message ? [name] : []));
    focusFirst(form.current, wrong);
    return wrong.length > 0;
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second click may come before the button is rendered as disabled.
    if (isUnderWay.current) return;
    const element = event.currentTarget;
    const given = typed();
    if (check && reject(check(given))) return attempt.setAnswer(null);
    isUnderWay.current = true;
    noteSending(true);
    await attempt.run(async () => {
      const answer = (await send(given, element, shown.current ?? given)) ?? null;
      if (answer?.kind !== "error") {
        forget();
        shown.current = given;
      }
      return answer;
    });
    noteSending(false);
    isUnderWay.current = false;
  }

  return {
    props: { ref: form, noValidate: true, onSubmit: handleSubmit, onInput: note, onReset: handleReset },
    autosaved: { since: autosavedAt, savedSince, onStartOver: startOver },
    errors,
    field: (name: keyof Errors & string) => ({ name, error: errors[name] as string | undefined }),
    typed,
    reject,
    clear: () => {
      setErrors({});
      attempt.setAnswer(null);
    },
    ...attempt,
  };
}

/** Focuses the topmost of these fields, or the first field or button of a field list with that name. */
export function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>("[name], [data-list]") ?? [];
  const first = [...fields].find((field) => names.includes(field.getAttribute("name") ?? field.dataset["list"] ?? ""));
  const target = first?.dataset["list"] === undefined ? first : first.querySelector<HTMLElement>("input, button");
  // A field in a closed <details> cannot be focused.
  target?.closest("details")?.setAttribute("open", "");
  target?.focus();
}
