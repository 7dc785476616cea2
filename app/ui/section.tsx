import type { ReactNode } from "react";
import { Link } from "react-router";
import { Row } from "./row.tsx";
import styles from "./section.module.css";
import { Stack } from "./stack.tsx";

/**
 * Titled block of a page.
 * @param id anchor
 * @param more link to the full list
 */
export function Section({
  id,
  title,
  more,
  children,
}: {
  id?: string;
  title: string;
  more?: { to: string; label: string; describedAs?: string } | undefined;
  children: ReactNode;
}) {
  return (
    <Stack as="section" gap={4} canShrink id={id}>
      <Row gap={4} rowGap={1} align="center" justify="between">
        <h2>{title}</h2>
        {more ? (
          <Link to={more.to} aria-label={more.describedAs} prefetch="intent" className={styles.more}>
            {more.label}
          </Link>
        ) : null}
      </Row>
      {children}
    </Stack>
  );
}
