import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { placeAt } from "./picture-list.ts";

/** In pixels: distance from the edge at which a long list starts to scroll, and scroll distance per frame. */
const EDGE = 90;
const STEP = 9;

/**
 * Makes list items draggable by a handle. The list captures the pointer, because a moving item would lose the capture.
 * @param list its children are the items, in order
 * @param onMove called with each new place during the drag
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (key: string, place: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const pointerY = useRef(0);

  function settle() {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    const from = items.findIndex((item) => item.dataset["key"] === dragged);
    if (dragged === null || from === -1) return;
    const others = items.filter((_, place) => place !== from).map((item) => item.getBoundingClientRect());
    const place = placeAt(pointerY.current, others);
    if (place !== from) onMove(dragged, place);
  }

  const settleInFrame = useEffectEvent(settle);

  // Runs in every frame, because a finger held still at the edge fires no events.
  useEffect(() => {
    if (dragged === null) return;
    const scroller = scrollerOf(list.current);
    let frame = requestAnimationFrame(function follow() {
      const { top, bottom } = scroller.getBoundingClientRect();
      if (pointerY.current > Math.min(bottom, innerHeight) - EDGE) scroller.scrollTop += STEP;
      if (pointerY.current < Math.max(top, 0) + EDGE) scroller.scrollTop -= STEP;
      settleInFrame();
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [dragged, list]);

  const end = () => setDragged(null);
  return {
    dragged,
    listProps: {
      onPointerMove: ({ clientY }: PointerEvent) => {
        pointerY.current = clientY;
        settle();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    handleProps: (key: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.preventDefault();
        pointerY.current = event.clientY;
        list.current?.setPointerCapture(event.pointerId);
        setDragged(key);
      },
    }),
  };
}

/** Returns the scrolling ancestor: the form's dialog, or the page. */
function scrollerOf(element: Element | null): Element {
  for (let each = element?.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight) return each;
  }
  return document.documentElement;
}
