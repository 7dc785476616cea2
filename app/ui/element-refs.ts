/** Functions for the `ref` of an element: they run when it enters the page, before the browser paints. */

/** Opens a modal. It closes before it leaves the document, or the focus would not return to its opener. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}

export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Scrolls the element's list so far that the element is in view. */
export function keepInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
