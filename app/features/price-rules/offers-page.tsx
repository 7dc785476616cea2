import { use, useState } from "react";
import { Link } from "react-router";
import { findCategory } from "#app/features/catalog/categories.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withResultToast } from "#app/ui/action-toast.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { linked } from "#app/ui/linked.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { OfferForm } from "./offer-form.tsx";
import type { Offer, PricedProduct } from "./offer-queries.ts";
import type { ReducedProducts } from "./reduced-products.ts";
import { deleteOffers, endOffer, restoreOffer } from "./save-offer.ts";

/** Page to create and end offers for products and categories. */
export function OffersPage({
  open,
  over,
  reduced,
  chosen,
}: {
  /** Products selected in the product table; the form opens with them. */
  chosen: readonly PricedProduct[];
  open: readonly Offer[];
  over: readonly Offer[];
  reduced: ReducedProducts;
}) {
  const [isAdding, setAdding] = useState(chosen.length > 0);
  /** Products in the form; empty after it was closed. */
  const [offered, setOffered] = useState(chosen);

  function close() {
    setAdding(false);
    setOffered([]);
  }

  async function handleSaved(ids: readonly number[]) {
    await invalidateReads();
    close();
    showToast({
      kind: "success",
      text: t("{count, plural, one {Offer added.} other {# offers added.}}", { count: ids.length }),
      action: { label: t("Undo"), onPress: () => void undoAdding(ids) },
    });
  }

  return (
    <>
      <h1>{t("Offers")}</h1>
      <Section title={t("Current and upcoming")}>
        <p>
          {t(
            "Offers start and end automatically, on every page and in every cart. If several apply, shoppers pay the lowest price. Existing orders don't change.",
          )}
        </p>
        <Button onClick={() => setAdding(true)} isNarrow>
          {t("Add offer")}
        </Button>
        <ItemList items={open} empty={t("No offers yet. Create one to discount products.")}>
          {(offer) => <OpenOffer key={offer.id} offer={offer} />}
        </ItemList>
      </Section>
      <details>
        <summary>{t("Reduced now")}</summary>
        <ReducedList reduced={reduced} />
      </details>
      {over.length === 0 ? null : (
        <Section title={t("Over")}>
          <ItemList items={over}>
            {(offer) => (
              <EditableLine key={offer.id} name={offerName(offer)}>
                <OfferWords offer={offer} />
              </EditableLine>
            )}
          </ItemList>
        </Section>
      )}
      {isAdding ? (
        <Dialog
          title={offered.length > 1 ? t("Put {count} products on offer", { count: offered.length }) : t("Add offer")}
          isAutosaved={offered.length === 0}
          onClose={close}
        >
          <OfferForm chosen={offered} onSaved={handleSaved} />
        </Dialog>
      ) : null}
    </>
  );
}

function undoAdding(ids: readonly number[]): Promise<void> {
  return withResultToast(async () => {
    await deleteOffers(getBrowserData(), ids);
    return { text: t("{count} offers deleted.", { count: ids.length }) };
  }, invalidateReads);
}

/** Lists everything that is reduced at the moment, with the reason and the end. */
function ReducedList({ reduced: { shown, totalCount } }: { reduced: ReducedProducts }) {
  const timeZone = use(ShopTimeZone);
  return (
    <>
      <p>
        {linked(
          t(
            "{count, plural, one {# product or size has a lower price now, through an offer or a discount price of its own.} other {# products and sizes have a lower price now, through an offer or a discount price of their own.}} <link>Edit discount prices</link>",
            { count: totalCount },
          ),
          "/desk/products?status=on_sale",
        )}
      </p>
      <ItemList items={shown} empty={t("No product is reduced.")}>
        {({ id, name, category, priceCents, reducedCents, endsAt }) => (
          <EditableLine key={`${id} ${name}`} name={name}>
            {nodes(
              t("<link>{name}</link>: <strong>{reduced}</strong> instead of {amount} · {reason}", {
                name,
                reduced: moneyText(reducedCents),
                amount: moneyText(priceCents),
                reason:
                  endsAt === null
                    ? t("own discount price, no end")
                    : t("offer until {time}", { time: dateTimeText(endsAt, timeZone) }),
              }),
              { link: (words) => <Link to={`/products/${category}/${id}`}>{words}</Link> },
            )}
          </EditableLine>
        )}
      </ItemList>
      {shown.length < totalCount ? <p>{t("The first {count} are shown.", { count: shown.length })}</p> : null}
    </>
  );
}

function OpenOffer({ offer }: { offer: Offer }) {
  const { isBusy, run } = useAttempt();
  const name = offerName(offer);

  async function end() {
    await endOffer(getBrowserData(), offer);
    return { text: t("Offer for {name} ended.", { name }), undo: undoEnd };
  }

  async function undoEnd() {
    await restoreOffer(getBrowserData(), offer);
    return { text: t("Offer for {name} restored.", { name }) };
  }

  return (
    <EditableLine
      name={name}
      actions={
        <SmallButton disabled={isBusy} onClick={() => run(() => withResultToast(end, invalidateReads))}>
          {partlyHidden(t("End offer<hidden>: {name}</hidden>", { name }))}
        </SmallButton>
      }
    >
      <OfferWords offer={offer} />
    </EditableLine>
  );
}

function OfferWords({ offer }: { offer: Offer }) {
  const timeZone = use(ShopTimeZone);
  const { percent, price, starts_at, ends_at } = offer;
  const [name, from, until] = [offerName(offer), dateTimeText(starts_at, timeZone), dateTimeText(ends_at, timeZone)];
  return nodes(
    percent === null
      ? t("<strong>{name}</strong>: {amount} each, from {from} until {until}", {
          name,
          amount: moneyText(centsFrom(price ?? 0)),
          from,
          until,
        })
      : t("<strong>{name}</strong>: {percent} % off, from {from} until {until}", { name, percent, from, until }),
  );
}

function offerName({ products, category }: Offer): string {
  return products?.name ?? findCategory(category ?? "")?.title() ?? "";
}
