import { type ReactNode, useId } from "react";
import { Panel } from "./panel.tsx";
import textStyles from "./text.module.css";

/**
 * White box with a heading.
 * @param listName name of the list that it contains, to which a form moves the focus
 */
export function PanelSection({
  title,
  size = "h3",
  listName,
  children,
}: {
  title: string;
  size?: "lead" | "h3" | "h2";
  listName?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-list={listName}>
      <Panel>
        <h2 id={id} className={size === "h2" ? undefined : textStyles[size]}>
          {title}
        </h2>
        {children}
      </Panel>
    </section>
  );
}
