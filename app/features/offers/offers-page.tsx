import { type ReactNode, use, useState } from "react";
import { Link } from "react-router";
import { findCategory } from "#app/features/catalogue/categories.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EditableLine, EditableList } from "#app/ui/editable-list.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { OfferForm } from "./offer-form.tsx";
import type { Offer, PricedProduct } from "./offer-queries.ts";
import type { ReducedProducts } from "./reduced-products.ts";
import { deleteOffers, endOffer, restoreOffer } from "./save-offer.ts";

/** Page to put products and categories on offer for a time. */
export function OffersPage({
  open,
  over,
  reduced,
  chosen,
  children,
}: {
  /** Products selected in the product table, for which the form opens at once. */
  chosen: readonly PricedProduct[];
  open: readonly Offer[];
  over: readonly Offer[];
  reduced: ReducedProducts;
  /** Shown below the offers. */
  children: ReactNode;
}) {
  const [isAdding, setAdding] = useState(chosen.length > 0);
  /** The form's products; none once it was closed. */
  const [offered, setOffered] = useState(chosen);

  function close() {
    setAdding(false);
    setOffered([]);
  }

  async function handleSaved(ids: readonly number[]) {
    await invalidateReads();
    close();
    if (ids.length > 1)
      showToast({
        kind: "success",
        text: `${ids.length} offers added.`,
        action: { label: "Undo", onPress: () => void undoAdding(ids) },
      });
  }

  return (
    <>
      <h1>Offers</h1>
      <Section title="Current and upcoming">
        <p>
          Offers start and end automatically, on every page and in every cart. If several apply, shoppers pay the lowest
          price. Existing orders don't change.
        </p>
        <div>
          <Button onClick={() => setAdding(true)}>Add offer</Button>
        </div>
        <EditableList items={open} empty="No offers yet. Create one to discount products.">
          {(offer) => <OpenOffer key={offer.id} offer={offer} onChanged={invalidateReads} />}
        </EditableList>
      </Section>
      {children}
      <Section title="Reduced now">
        <ReducedList reduced={reduced} />
      </Section>
      {over.length === 0 ? null : (
        <Section title="Over">
          <EditableList items={over}>
            {(offer) => (
              <EditableLine key={offer.id} name={offerName(offer)}>
                <OfferWords offer={offer} />
              </EditableLine>
            )}
          </EditableList>
        </Section>
      )}
      {isAdding ? (
        <Dialog
          title={offered.length > 1 ? `Put ${offered.length} products on offer` : "Add offer"}
          isAutosaved={offered.length === 0}
          onClose={close}
        >
          <OfferForm chosen={offered} onSaved={handleSaved} />
        </Dialog>
      ) : null}
    </>
  );
}

async function undoAdding(ids: readonly number[]): Promise<void> {
  try {
    await deleteOffers(getBrowserData(), ids);
    showToast({ kind: "success", text: `${ids.length} offers deleted.` });
  } catch (error) {
    showToast({ kind: "error", text: errorText(error) });
  }
  await invalidateReads();
}

/** Everything with a lower price at the moment, with the reason and its end. */
function ReducedList({ reduced: { shown, totalCount } }: { reduced: ReducedProducts }) {
  const timeZone = use(ShopTimeZone);
  return (
    <>
      <p>
        {totalCount === 1 ? "1 product or size has" : `${totalCount} products and sizes have`} a lower price now,
        through an offer or a discount price of {totalCount === 1 ? "its" : "their"} own.{" "}
        <Link to="/desk/products?status=on_sale">Edit discount prices</Link>
      </p>
      <EditableList items={shown} empty="No product is reduced.">
        {({ id, name, category, priceCents, reducedCents, endsAt }) => (
          <EditableLine key={`${id} ${name}`} name={name}>
            <Link to={`/products/${category}/${id}`}>{name}</Link>: <strong>{moneyText(reducedCents)}</strong> instead
            of {moneyText(priceCents)} ·{" "}
            {endsAt === null ? "own discount price, no end" : `offer until ${dateTimeText(endsAt, timeZone)}`}
          </EditableLine>
        )}
      </EditableList>
      {shown.length < totalCount ? <p>The first {shown.length} are shown.</p> : null}
    </>
  );
}

function OpenOffer({ offer, onChanged }: { offer: Offer; onChanged: () => Promise<void> }) {
  const { isBusy, run } = useAttempt();
  const name = offerName(offer);

  async function attempt(deed: () => Promise<void>, text: string, undo?: () => void) {
    try {
      await deed();
      showToast({ kind: "success", text, ...(undo ? { action: { label: "Undo", onPress: undo } } : {}) });
    } catch (error) {
      showToast({ kind: "error", text: errorText(error) });
    }
    await onChanged();
    return null;
  }

  const data = getBrowserData();
  const undoEnd = () => void attempt(() => restoreOffer(data, offer), `Offer for ${name} restored.`);
  return (
    <EditableLine
      name={name}
      actions={
        <Button
          size="small"
          variation="secondary"
          disabled={isBusy}
          onClick={() => run(() => attempt(() => endOffer(data, offer), `Offer for ${name} ended.`, undoEnd))}
        >
          End offer<HiddenText>: {name}</HiddenText>
        </Button>
      }
    >
      <OfferWords offer={offer} />
    </EditableLine>
  );
}

function OfferWords({ offer }: { offer: Offer }) {
  const timeZone = use(ShopTimeZone);
  const { percent, price, starts_at, ends_at } = offer;
  return (
    <>
      <strong>{offerName(offer)}</strong>:{" "}
      {percent === null ? `${moneyText(centsFrom(price ?? 0))} each` : `${percent} % off`}, from{" "}
      {dateTimeText(starts_at, timeZone)} until {dateTimeText(ends_at, timeZone)}
    </>
  );
}

function offerName({ products, category }: Offer): string {
  return products?.name ?? findCategory(category ?? "")?.title() ?? "";
}
