import type { ComponentProps } from "react";
import { Form, useSubmit } from "react-router";
import { useListedFields } from "./use-listed-fields.ts";

/**
 * Filter form of a page, whose choices apply at once.
 * @param values see {@link useListedFields}
 */
export function ChoiceForm({
  values,
  ...rest
}: { values: Record<string, string> } & Pick<
  ComponentProps<typeof Form>,
  "action" | "aria-label" | "className" | "children"
>) {
  const submit = useSubmit();
  const fields = useListedFields(values);
  return (
    <Form
      {...rest}
      ref={fields}
      method="get"
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    />
  );
}
