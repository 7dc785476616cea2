import type { ComponentProps } from "react";
import { SubmitButton } from "./button.tsx";
import { FormAnswer } from "./form-message.tsx";
import type { Answer } from "./use-attempt.ts";

/** Answer of a form, and its submit button. */
export function FormEnd(props: ComponentProps<typeof SubmitButton> & { form: { answer: Answer | null } }) {
  return (
    <>
      <FormAnswer answer={props.form.answer} />
      <SubmitButton {...props} isNarrow />
    </>
  );
}
