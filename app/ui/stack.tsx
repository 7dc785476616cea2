import type { ComponentProps, JSX } from "react";
import styles from "./layout.module.css";

/**
 * One column of blocks.
 * @param gap step of the space scale between the blocks
 * @param canShrink whether the column may be narrower than its widest content, such as a table that scrolls
 */
export function Stack<Tag extends keyof JSX.IntrinsicElements = "div">({
  as,
  gap,
  canShrink = false,
  ...rest
}: { as?: Tag; gap: 1 | 2 | 3 | 4 | 5; canShrink?: boolean } & Omit<
  ComponentProps<Tag>,
  "as" | "className" | "style"
>) {
  const Element: string = as ?? "div";
  return <Element {...rest} className={styles.stack} data-gap={gap} data-shrinks={canShrink || undefined} />;
}
