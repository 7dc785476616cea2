import { useEffect, useRef } from "react";

/** Shows the number of new orders in the page title, to be seen in an inactive tab. */
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
