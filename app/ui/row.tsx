import type { ComponentProps, JSX } from "react";
import styles from "./layout.module.css";

/**
 * Elements side by side that wrap to more lines where they do not fit.
 * @param gap step of the space scale between the elements
 * @param rowGap step between the lines, if it differs from `gap`
 */
export function Row<Tag extends keyof JSX.IntrinsicElements = "div">({
  as,
  gap,
  rowGap,
  align,
  justify,
  ...rest
}: { as?: Tag; gap: 1 | 2 | 3 | 4; rowGap?: 1 | 2; align?: "center" | "baseline" | "end"; justify?: "between" } & Omit<
  ComponentProps<Tag>,
  "as" | "className" | "style"
>) {
  const Element: string = as ?? "div";
  return (
    <Element
      {...rest}
      className={styles.row}
      data-gap={gap}
      data-row-gap={rowGap}
      data-align={align}
      data-justify={justify}
    />
  );
}
