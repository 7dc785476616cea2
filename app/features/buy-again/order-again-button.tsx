import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { type EarlierLine, orderAgain } from "./order-again.ts";

/** Puts what was ordered into the cart again, and leads there. */
export function OrderAgainButton({ lines }: { lines: readonly EarlierLine[] }) {
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt();

  function handleClick() {
    return run(async () => {
      try {
        const addedCount = await orderAgain(lines);
        if (addedCount > 0) {
          const things = addedCount === 1 ? "1 item was" : `${addedCount} items were`;
          showToast({ kind: "success", text: `${things} added to your cart` });
        }
        await navigate("/cart");
      } catch (error) {
        console.error(error);
        showToast({ kind: "error", text: "Your cart could not be filled. Please try again." });
      }
      return null;
    });
  }

  return (
    <Button size="small" variation="secondary" disabled={isBusy} onClick={handleClick}>
      Order again
    </Button>
  );
}
