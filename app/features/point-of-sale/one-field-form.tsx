import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";

/** Form of a text field and its button; the other props are those of the field. */
export function OneFieldForm({
  button,
  isDisabled = false,
  onSubmit,
  ...field
}: Omit<ComponentProps<typeof TextField>, "onSubmit"> & {
  button: string;
  isDisabled?: boolean;
  onSubmit: () => void;
}) {
  return (
    <Stack
      as="form"
      gap={3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField {...field} />
      <Button type="submit" size="large" disabled={isDisabled}>
        {button}
      </Button>
    </Stack>
  );
}
