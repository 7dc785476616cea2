import { type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from "react";
import styles from "./disclosure.module.css";
import { useEarlyInput } from "./use-early-input.ts";
import { useEventListener } from "./use-event-listener.ts";

/**
 * Button that opens a panel below it. It is a <details>, so it works before and without JavaScript; with JavaScript,
 * Escape and moving the focus out close it. A dropdown also opens on hover; `variant="cover"` fills the page under the
 * header, for phones; `variant="panel"` covers the page, as wide as the nearest positioned parent.
 * @param id id of the button
 * @param onOpen called each time that it opens, and on hydration if it is already open
 */
export function Disclosure({
  id,
  summary,
  variant,
  onOpen,
  children,
}: {
  id?: string;
  summary: ReactNode;
  variant: "dropdown" | "cover" | "panel";
  onOpen?: () => void;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // A panel opened by hover closes when the pointer leaves; a click keeps it open.
  const isOnlyHovered = useRef(false);

  useEventListener("keydown", ({ key }) => {
    const element = details.current;
    if (key !== "Escape" || !element?.open) return;
    if (element.contains(document.activeElement)) element.querySelector("summary")?.focus();
    element.open = false;
  });
  useEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute("open");
  });

  function handlePointerEnter(event: PointerEvent<HTMLDetailsElement>) {
    if (variant !== "dropdown" || event.pointerType !== "mouse" || event.currentTarget.open) return;
    event.currentTarget.open = true;
    isOnlyHovered.current = true;
  }

  function handlePointerLeave(event: PointerEvent<HTMLDetailsElement>) {
    if (isOnlyHovered.current) event.currentTarget.open = false;
    isOnlyHovered.current = false;
  }

  function handleClick(event: MouseEvent) {
    // Hovering has already opened the panel, so this click must not close it.
    if (isOnlyHovered.current && details.current?.open) event.preventDefault();
    isOnlyHovered.current = false;
  }

  function handleToggle() {
    if (details.current?.open) onOpen?.();
  }

  useEarlyInput(handleToggle);

  function handleBlur(event: FocusEvent<HTMLDetailsElement>) {
    // Clicking text or a background inside the panel moves focus to nothing, or to a focusable ancestor such as <main>.
    // Closing then would hide what is being clicked, so only focus that moves outside closes the panel.
    const next = event.relatedTarget;
    if (!(next instanceof Node) || event.currentTarget.contains(next) || next.contains(event.currentTarget)) return;
    event.currentTarget.open = false;
  }

  return (
    <details
      ref={details}
      className={styles.disclosure}
      data-variant={variant}
      data-covers-page={variant === "cover" || undefined}
      onPointerEnter={handlePointerEnter}
      onPointerLeave={handlePointerLeave}
      onBlur={handleBlur}
      onToggle={handleToggle}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary element is interactive. */}
      <summary id={id} className={styles.summary} onClick={handleClick}>
        {summary}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}
