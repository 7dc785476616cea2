import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

export interface ButtonLook {
  /** "fluid" is large above 768 px and medium otherwise. */
  size?: "small" | "medium" | "large" | "fluid";
  variation?: "primary" | "secondary" | "danger";
  /** Fills the width of its parent. */
  isWide?: boolean;
  /** Keeps its own width in a column, which would stretch it. */
  isNarrow?: boolean;
}

/** Button that keeps the keyboard focus while it is disabled; the attribute `disabled` would end the focus. */
export function PlainButton({ disabled, onClick, ...rest }: ComponentProps<"button">) {
  return (
    <button type="button" aria-disabled={disabled || undefined} {...rest} onClick={disabled ? ignoreClick : onClick} />
  );
}

/** A click may submit a form. */
const ignoreClick = (event: MouseEvent) => event.preventDefault();

export function Button({
  size = "medium",
  variation = "primary",
  isWide = false,
  isNarrow = false,
  needsNoScript = false,
  ...rest
}: ButtonLook & {
  /** Whether the button works without scripts, because the server handles its form. */
  needsNoScript?: boolean;
} & Omit<ComponentProps<"button">, "className" | "style">) {
  return (
    <PlainButton
      {...rest}
      data-needs-no-script={needsNoScript || undefined}
      className={styles.button}
      data-size={size}
      data-variation={variation}
      data-wide={isWide || undefined}
      data-narrow={isNarrow || undefined}
    />
  );
}

/** Button beside others, or in a line of a list. */
export function SmallButton(props: Omit<ComponentProps<typeof Button>, "size" | "variation" | "isWide">) {
  return <Button {...props} size="small" variation="secondary" />;
}

/** Button that submits a form, once at a time. */
export function SubmitButton({
  form,
  ...rest
}: { form: { isBusy: boolean } } & Pick<ComponentProps<typeof Button>, keyof ButtonLook | "children" | "ref">) {
  return <Button {...rest} type="submit" disabled={form.isBusy} />;
}

/** A link that looks like a button, for navigation rather than an action. */
export function ButtonLink({
  size = "medium",
  variation = "primary",
  isWide = false,
  isNarrow = false,
  ...rest
}: ButtonLook & Omit<ComponentProps<typeof Link>, "className" | "style">) {
  return (
    <Link
      {...rest}
      className={styles.button}
      data-size={size}
      data-variation={variation}
      data-wide={isWide || undefined}
      data-narrow={isNarrow || undefined}
    />
  );
}

/** Square button with an icon only; the label is for screen readers. */
export function IconButton({
  label,
  variation = "secondary",
  ...rest
}: { label: string; variation?: ButtonLook["variation"] } & Omit<
  ComponentProps<"button">,
  "className" | "style" | "aria-label"
>) {
  return <PlainButton {...rest} aria-label={label} title={label} className={styles.icon} data-variation={variation} />;
}

/** External link in a new tab. */
export function ExternalButtonLink(props: Omit<ComponentProps<"a">, "className" | "style">) {
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener"
      className={styles.button}
      data-size="medium"
      data-variation="primary"
    />
  );
}
