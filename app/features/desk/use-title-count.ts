import { useEffect, useRef } from "react";

/** New orders are counted where a tab among many is seen. */
export function useTitleCount(count: number): void {
  const plain = useRef("");
  useEffect(() => {
    plain.current = document.title;
    return () => {
      document.title = plain.current;
    };
  }, []);
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${plain.current}` : plain.current;
  }, [count]);
}
