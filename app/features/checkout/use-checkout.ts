import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { emailProblem } from "#app/features/account/credentials.ts";
import { type Cart, isDeliveryComplete, isPhoneUnreadable, totalCents } from "#app/features/cart/cart.ts";
import { blockedText } from "#app/features/cart/cart-availability.ts";
import type { CurrentProduct } from "#app/features/cart/cart-changes.ts";
import { clearCart, getCartView, setCartOrderId } from "#app/features/cart/cart-store.ts";
import { changeDelivery } from "#app/features/cart/change-cart.ts";
import { acceptCurrentProducts, getShortages } from "#app/features/cart/current-cart.ts";
import { t } from "#app/messages/t.ts";
import { closeErrorToasts, showToast } from "#app/ui/toast.tsx";
import { type FieldErrors, focusFirst, useForm } from "#app/ui/use-form.ts";
import { objectOf } from "#app/values/typed-object.ts";
import type { Quote } from "./amounts.ts";
import { takeResume } from "./guest-checkout.ts";
import { type PlacedOrder, renewRequestKey, requestKeyOf } from "./place-order.ts";
import { noteQuote, quoteFor, refreshQuote } from "./quote.ts";
import { readGuestDiscountCode, saveGuestDiscountCode } from "./quote-queries.ts";
import { useGuestLogin } from "./use-guest-login.ts";
import { type InLine, useLine } from "./use-line.ts";

type AnsweredOrder = Exclude<PlacedOrder, InLine>;

/** Phone number in an unknown format that the shopper has confirmed, so that it is confirmed only once. */
let confirmedPhone: string | null = null;

/**
 * Places an order from the cart. The cart is kept here and emptied by the billing step.
 * @param blocked why the cart cannot be ordered as it is; null when it can
 * @param shopState the only state that the store delivers to
 */
export function useCheckout(cart: Cart, blocked: string | null, shopState: string) {
  const navigate = useNavigate();
  const [isAskingPhone, setAskingPhone] = useState(false);
  const line = useLine();
  const form = useForm({
    read: (_, data) => withFilledFields(cart, data),
    send: async (submitted, element) => {
      closeErrorToasts();
      // A page saved by the service worker is shown while the store cannot be reached, whatever the network says.
      if (!navigator.onLine || document.documentElement.dataset["savedAt"]) showOffline();
      else if (blocked !== null) showBlocked(blocked);
      else {
        await checkOut(submitted, element).catch((error: unknown) => {
          console.error(error);
          showFailed();
        });
      }
    },
  });

  /** Submits the form, like a click on its button. */
  const proceed = () => form.props.ref.current?.requestSubmit();
  const login = useGuestLogin(proceed, () => focusFirst(form.props.ref.current, ["email"]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the shopper returns from the login.
  useEffect(() => {
    if (takeResume()) proceed();
  }, []);

  async function checkOut(shown: Cart, element: HTMLFormElement) {
    const submitted = new FormData(element).has("isLoadingWindows") ? await withSoonestWindow(shown) : shown;
    if (!isDeliveryComplete(submitted)) {
      showToast({ kind: "error", text: t("Please provide a delivery address and phone number.") });
    }
    const typed = (name: string) => String(new FormData(element).get(name) ?? "").trim();
    const email = typed("email");
    const errors = missingFields(submitted, element);
    if (form.reject({ ...errors, email: email === "" ? undefined : emailProblem(email) })) return;
    if (isPhoneUnreadable(submitted) && submitted.deliveryPhoneNumber !== confirmedPhone) return setAskingPhone(true);
    const { isSignedIn, placeOrder } = await import("./place-order.ts");
    if (!(await isSignedIn()) && !(await login.identify(email, typed("fullName")))) return;
    if (!(await redeemGuestCode(submitted))) return;
    const { closeCartOrder } = await import("./cart-order.ts");
    const paidOrderId = await closeCartOrder();
    if (paidOrderId !== null) return await navigate(`/success/${paidOrderId}`);
    const shownQuote = await quoteFor(submitted);
    const place = (requestKey: string) =>
      line.wait<AnsweredOrder>((ticket) =>
        placeOrder(submitted, shownQuote?.totalCents ?? totalCents(submitted), requestKey, ticket),
      );
    const first = await place(requestKeyOf(submitted));
    const placed = first?.outcome === "ended" ? await place(renewRequestKey(submitted)) : first;
    if (placed === null) return;
    if (placed.outcome === "placed") return await goToPayment(placed.orderId, submitted);
    await goOn(placed, shownQuote);
  }

  /** Passes over the billing form if the last billing details answer everything. */
  async function goToPayment(orderId: string, submitted: Cart) {
    const [{ savePlacedOrder }, { reuseBilling }] = await Promise.all([
      import("./place-order.ts"),
      import("./billing-details.ts"),
    ]);
    savePlacedOrder(submitted);
    setCartOrderId(orderId);
    if (!(await reuseBilling(orderId, submitted, shopState))) return await navigate(`/shippingInformation/${orderId}`);
    clearCart();
    await navigate(`/checkout/${orderId}`);
  }

  async function goOn(placed: Exclude<AnsweredOrder, { outcome: "placed" }>, shownQuote: Quote | null) {
    switch (placed.outcome) {
      case "signed-out":
        return await login.prompt();
      case "earlier-paid":
        // The cart is kept, because its products were not ordered.
        return await navigate(`/success/${placed.orderId}`);
      case "changed":
        return answerChanged(placed, shownQuote);
      case "no-window":
        showToast({ kind: "error", text: placed.message });
        changeDelivery({ windowStartsAt: "" });
        form.reject({ windowStartsAt: placed.message });
        return;
      case "undeliverable":
        showToast({ kind: "error", text: placed.message });
        form.reject({ deliveryZip: placed.message });
        return;
      case "ended":
      case "failed":
        return showFailed();
    }
  }

  return {
    form: form.props,
    isProcessing: form.isBusy,
    /** Place in line while many people are ordering; null without one. */
    line: line.view && { ...line.view, onLeave: line.leave },
    errors: form.errors,
    /** Set while a guest must enter the emailed code. */
    codeStep: login.codeStep,
    /** Set while the shopper must confirm a phone number in an unknown format. */
    phoneQuestion: isAskingPhone
      ? {
          phone: cart.deliveryPhoneNumber,
          onUse: () => {
            confirmedPhone = cart.deliveryPhoneNumber;
            flushSync(() => setAskingPhone(false));
            proceed();
          },
          onChange: () => {
            flushSync(() => setAskingPhone(false));
            focusFirst(form.props.ref.current, ["deliveryPhoneNumber"]);
          },
        }
      : null,
  };
}

const FILLABLE = [
  "deliveryAddress",
  "deliveryUnit",
  "deliveryCity",
  "deliveryZip",
  "driverNote",
  "deliveryPhoneNumber",
  "windowStartsAt",
] as const;

/**
 * Some browsers and password managers fill in fields without an event, and the soonest time is chosen without one, so
 * the form's values are read.
 */
function withFilledFields(cart: Cart, data: FormData): Cart {
  const place = objectOf(FILLABLE.map((name) => [name, String(data.get(name) ?? cart[name])]));
  if (FILLABLE.every((name) => place[name] === cart[name])) return cart;
  changeDelivery(place);
  return getCartView().cart;
}

/** Chooses the time with which the page answers once its times have loaded. */
async function withSoonestWindow(cart: Cart): Promise<Cart> {
  const [{ getBrowserData }, { listWindows }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("#app/features/delivery/delivery-queries.ts"),
  ]);
  const [soonest] = await listWindows(getBrowserData(), cart.deliveryOption, 1);
  if (!soonest) return cart;
  changeDelivery({ windowStartsAt: soonest.startsAt });
  return getCartView().cart;
}

/** Enters the guest's discount code for the account, and returns whether the checkout goes on. */
async function redeemGuestCode(cart: Cart): Promise<boolean> {
  const code = readGuestDiscountCode();
  if (code === null) return true;
  const { enterDiscountCode } = await import("./quote-queries.ts");
  const quotedToGuest = await quoteFor(cart);
  const rejection = await enterDiscountCode(code);
  saveGuestDiscountCode(null);
  await refreshQuote();
  if (rejection !== null) {
    showToast({ kind: "error", text: `${code}: ${rejection}` });
    return false;
  }
  const quoted = await quoteFor(cart);
  // The total has risen if, for example, this person has used the code before.
  const hasRisen = quotedToGuest !== null && quoted !== null && quoted.totalCents > quotedToGuest.totalCents;
  if (hasRisen) showChanged();
  return !hasRisen;
}

/** Shows what has changed; the shopper clicks again to continue. */
function answerChanged(
  { current, quote }: { current: readonly CurrentProduct[]; quote: Quote },
  shownQuote: Quote | null,
) {
  const hasChanged = acceptCurrentProducts(current);
  const { cart } = getCartView();
  const isNews = noteQuote(cart, quote, shownQuote);
  const missing = blockedText(cart.items, getShortages());
  if (missing) return showBlocked(missing);
  return hasChanged || isNews ? showChanged() : showFailed();
}

function showBlocked(text: string) {
  showToast({ kind: "error", text });
  window.scrollTo({ top: 0 });
}

/** Returns the messages of the fields that an order needs and that are empty. */
function missingFields(cart: Cart, form: HTMLFormElement): FieldErrors {
  const isMissing = (text: string) => cart.deliveryOption === "delivery" && text.trim() === "";
  return {
    deliveryAddress: isMissing(cart.deliveryAddress) ? t("Address is required") : undefined,
    deliveryPhoneNumber: isMissing(cart.deliveryPhoneNumber) ? t("Phone number is required") : undefined,
    windowStartsAt:
      cart.windowStartsAt === "" && form.elements.namedItem("windowStartsAt") ? t("Choose a time") : undefined,
  };
}

function showFailed() {
  showToast({ kind: "error", text: t("Your order could not be created. Please try again.") });
}

function showOffline() {
  showToast({ kind: "error", text: t("You are offline. Connect to check out.") });
}

function showChanged() {
  showToast({ kind: "error", text: t("Your cart has changed. Check it before you continue.") });
  window.scrollTo({ top: 0 });
}
