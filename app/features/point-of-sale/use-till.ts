import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { type Bag, type BagCustomer, emptyBag, readBag, type TakenPlan, useBag, writeBag } from "./bag.ts";
import {
  addPosProduct,
  EMPTY_DRAFT,
  isWeighed,
  type PosItem,
  type PosLine,
  productName,
  setQuantity,
} from "./pos-order.ts";
import { useQuote } from "./use-quote.ts";
import { type TakenSale, useSale } from "./use-sale.ts";

/** The dialog that is open over the till. */
type Open =
  | {
      kind: "item";
      item: PosItem;
      pounds: number | null;
      quantity: number;
      /** Key of the line that is now weighed. */
      replaces?: string;
    }
  | { kind: "line"; line: PosLine }
  | { kind: "taken"; sale: TakenSale }
  | { kind: "return"; number: number | null }
  | { kind: "take" | "later" | "drawer" | "tasks" | "discount" }
  | null;

/**
 * State of the till: the bag, its price, the open dialog, and the sale that is being sent.
 * @param opens dialog to open, from the URL
 * @param customer customer whose page opened the till; null for none
 */
export function useTill(opens: string | null, customer: BagCustomer | null) {
  const navigate = useNavigate();
  const bag = useBag();
  const [open, setOpen] = useState<Open>(null);
  const [status, setStatus] = useState({ text: "", isProblem: false });
  const [before, setBefore] = useState<readonly PosLine[] | null>(null);
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const price = useQuote({ lines: bag.lines, draft: EMPTY_DRAFT, code: bag.code }, round);
  const askPriceAgain = () => setRound((now) => now + 1);
  const close = useCallback(() => setOpen(null), []);
  const showStatus = useCallback((text: string, isProblem = false) => setStatus({ text, isProblem }), []);

  const isLost = useSale(
    bag,
    (sale) => {
      setOpen({ kind: "taken", sale });
      setBefore(null);
      showStatus("");
      void invalidateReads();
    },
    (message) => {
      setProblem(message);
      setOpen({ kind: "take" });
      askPriceAgain();
    },
  );

  // Takes the customer from the URL, once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per customer that opens the till.
  useEffect(() => {
    if (customer && readBag().sent === null) change({ customer });
  }, [customer?.id]);

  // Opens the dialog from the URL, once.
  useEffect(() => {
    if (opens !== "drawer" && opens !== "return") return;
    setOpen(opens === "drawer" ? { kind: "drawer" } : { kind: "return", number: null });
    void navigate("/desk/till", { replace: true });
  }, [opens, navigate]);

  function change(changed: Partial<Bag>) {
    const now = readBag();
    if (now.sent !== null) return;
    if (changed.lines) setBefore(now.lines);
    setProblem(null);
    writeBag({ ...now, ...changed });
  }

  /** @param replaces key of the line that is now weighed, of which one unit is taken out */
  function addItem(item: PosItem, pounds: number | null, quantity: number, replaces?: string) {
    const { lines } = readBag();
    const left = replaces ? (lines.find(({ key }) => key === replaces)?.quantity ?? 0) - 1 : 0;
    const others = replaces ? setQuantity(lines, replaces, left) : lines;
    change({ lines: addPosProduct(others, item, pounds, quantity) });
    showStatus(t("{name} added.", { name: productName(item) }));
  }

  return {
    bag,
    open,
    setOpen,
    close,
    status,
    showStatus,
    price,
    askPriceAgain,
    problem,
    /** Whether the store has not answered a sale that was sent. */
    isLost,
    canTake: bag.lines.length > 0 && price.quote !== null && price.problem === null && isWeighed(bag.lines),
    canUndo: before !== null,
    change,
    addItem,
    /** Adds a product, after a dialog for its choices or its weight if it needs one. */
    add: (item: PosItem, pounds: number | null, quantity: number) => {
      if (item.choiceGroups.length > 0 || (item.weight && pounds === null)) {
        return setOpen({ kind: "item", item, pounds, quantity });
      }
      addItem(item, pounds, quantity);
    },
    undo: () => {
      if (before) change({ lines: before });
      setBefore(null);
    },
    take: (plan: TakenPlan) => {
      setProblem(null);
      setOpen(null);
      writeBag({ ...readBag(), sent: { ...plan, totalCents: price.quote?.totalCents ?? 0 } });
    },
    empty: () => {
      writeBag(emptyBag());
      setBefore(null);
      close();
    },
  };
}

export type Till = ReturnType<typeof useTill>;
