import { useEffect, useEffectEvent } from "react";

/** Listens to an event of the document while the component is mounted; with `capture`, before the page's elements. */
export function useEventListener<Type extends keyof DocumentEventMap>(
  type: Type,
  onEvent: (event: DocumentEventMap[Type]) => void,
  capture = false,
): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: DocumentEventMap[Type]) => handleEvent(event);
    document.addEventListener(type, listener, capture);
    return () => document.removeEventListener(type, listener, capture);
  }, [type, capture]);
}
