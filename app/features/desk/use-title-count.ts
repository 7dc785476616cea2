import { useEffect } from "react";

/** Shows the number of new orders in the page title, to be seen in an inactive tab. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const plain = document.title;
    if (count > 0) document.title = `(${count}) ${plain}`;
    return () => {
      document.title = plain;
    };
  }, [count]);
}
