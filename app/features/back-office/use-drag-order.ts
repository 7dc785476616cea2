import { type PointerEvent, type RefObject, useState } from "react";
import { placeAt } from "./picture-list.ts";

/**
 * Lets the items of a list be dragged by a handle. The list holds the pointer, since an item that changes its place
 * would lose it.
 * @param list its children are the items, in their order
 * @param onMove is told each new place while somebody drags
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (key: string, place: number) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);

  function handleMove({ clientY }: PointerEvent) {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    const from = items.findIndex((item) => item.dataset["key"] === dragged);
    if (dragged === null || from === -1) return;
    const others = items.filter((_, place) => place !== from).map((item) => item.getBoundingClientRect());
    const place = placeAt(clientY, others);
    if (place !== from) onMove(dragged, place);
    // What comes next must be seen to be reached.
    items[from]?.scrollIntoView({ block: "nearest" });
  }

  const end = () => setDragged(null);
  return {
    dragged,
    listProps: { onPointerMove: handleMove, onPointerUp: end, onPointerCancel: end },
    handleProps: (key: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.preventDefault();
        list.current?.setPointerCapture(event.pointerId);
        setDragged(key);
      },
    }),
  };
}
