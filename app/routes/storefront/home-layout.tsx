import { Suspense } from "react";
import { data, Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { listNewestArticles } from "#app/features/blog/article-queries.ts";
import { ArticleScrollRow } from "#app/features/blog/article-scroll-row.tsx";
import { HomeBuyAgain } from "#app/features/buy-again/home-buy-again.tsx";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { type Category, getCategory } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { findCategoryImage, listOffers, listTeasers } from "#app/features/catalog/product-queries.ts";
import { ProductScrollRow } from "#app/features/catalog/product-scroll-row.tsx";
import { ZipCheckSlot } from "#app/features/checkout/zip-check-slot.tsx";
import { BestOffers } from "#app/features/home/best-offers.tsx";
import { CategoryTiles } from "#app/features/home/category-tiles.tsx";
import { Hero } from "#app/features/home/hero.tsx";
import { defaultSlides, readHeroSlides, translateSlides } from "#app/features/home/hero-slide-queries.ts";
import { homeRows } from "#app/features/home/home-rows.ts";
import { PremiumProducts } from "#app/features/home/premium-products.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { storeData } from "#app/features/store/store-structured-data.ts";
import { Testimonials } from "#app/features/store/testimonials.tsx";
import { VisitOurStore } from "#app/features/store/visit-our-store.tsx";
import { WhyChooseUs } from "#app/features/store/why-choose-us.tsx";
import { translatePreviews } from "#app/features/translations/translated-articles.ts";
import { translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import { showsSamples } from "#app/platform/public-config.ts";
import { HydrateOnInteraction, useHydrationStart } from "#app/ui/hydrate-on-interaction.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import type { Route } from "./+types/home-layout";
import styles from "./home-layout.module.css";

const wears = getCategory("wears");
const FIRST_ROW = "wearsandStyles";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ city, near, state }) => ({
    title: t("African and Caribbean food and clothing in {city}, {state}", { city, state }),
    description: t(
      "Yam, egusi, garri, plantain, smoked fish, black soap, ankara and kente: order online, pick up near {near}, {state}, or have it delivered.",
      { near, state },
    ),
    path: "/home",
  }));
}

/**
 * Loads all blocks. Each one may fail separately, but Best Offers requires all categories; any failed block makes the
 * page a 503.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const tables = context.get(publicDataContext);
  const [slides, strip, offers, articles, moreImage, ...rows] = await Promise.all([
    orNull(readHeroSlides(tables)),
    orNull(listTeasers(tables, wears)),
    orNull(listOffers(tables, new Date())),
    orNull(listNewestArticles(tables)),
    // The only category without a row of products.
    orNull(findCategoryImage(tables, getCategory("more"))),
    ...homeRows.map((row) => orNull(listTeasers(tables, row.category))),
  ]);
  const hasCategories = strip !== null && rows.every((products) => products !== null);
  const content = { slides, strip, offers: hasCategories ? offers : null, articles, rows };
  const translated = await orNull(
    inPageLanguage(tables, content, (blocks, find) => ({
      slides: blocks.slides && translateSlides(blocks.slides, find),
      strip: blocks.strip && translateSummaries(blocks.strip, find),
      offers: blocks.offers && translateSummaries(blocks.offers, find),
      articles: blocks.articles && translatePreviews(blocks.articles, find),
      rows: blocks.rows.map((products) => products && translateSummaries(products, find)),
    })),
  );
  const isComplete = slides && hasCategories && offers && articles && translated;
  const shown = translated ?? content;
  const hasSamples = showsSamples(context.get(publicConfigContext));
  // The default slides also replace slides that could not be read. Their pictures belong to the demo store.
  const hero = shown.slides?.length ? shown.slides : hasSamples ? defaultSlides() : [];
  return data({ ...shown, slides: hero, moreImage, hasSamples }, { status: isComplete ? 200 : 503 });
}

/** When "/" becomes "/home" in the browser, the page stays the same and is not read again. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return /\/home$/.test(currentUrl.pathname) && nextUrl.pathname.endsWith("/home") ? defaultShouldRevalidate : false;
}

export default function HomeLayout({ loaderData, matches }: Route.ComponentProps) {
  const { slides, strip, offers, articles, rows, moreImage, hasSamples } = loaderData;
  const settings = useStoreSettings();
  useHydrationStart(FIRST_ROW);
  const pictureOf = ({ prefix }: Category) => {
    const row = rows[homeRows.findIndex(({ category }) => category.prefix === prefix)];
    return (prefix === "wears" ? strip : row)?.[0]?.image ?? (prefix === "more" ? moreImage : null);
  };
  return (
    <>
      <StructuredDataScript facts={import.meta.env.SSR ? [storeData(settings, matches[0].loaderData.config)] : null} />
      <Hero title={t("{name}: African and Caribbean food and clothing", { name: settings.name })} slides={slides} />
      <div className={styles.blocks}>
        <CategoryTiles pictureOf={pictureOf} />
        {hasSamples ? (
          <Suspense>
            <PremiumProducts />
          </Suspense>
        ) : null}
        <HomeBuyAgain />
        <HydrateOnInteraction>
          <ProductScrollRow
            id={FIRST_ROW}
            title={t("African Wears")}
            more={{ to: wears.path, label: t("See All African Wears") }}
            products={strip}
            errorText={t("Failed to load products")}
            actions={addToCart}
          />
        </HydrateOnInteraction>
        {homeRows.map(({ category, title, anchor }, place) => (
          <HydrateOnInteraction key={category.prefix}>
            <ProductScrollRow
              {...(anchor ? { id: anchor } : {})}
              title={title()}
              more={{ to: category.path, label: t("See All"), describedAs: t("See All {title}", { title: title() }) }}
              products={rows[place] ?? null}
              errorText={t("Failed to load best selling products")}
              actions={addToCart}
            />
          </HydrateOnInteraction>
        ))}
        <HydrateOnInteraction>
          <BestOffers products={offers} actions={addToCart} />
        </HydrateOnInteraction>
        <HydrateOnInteraction>
          <WhyChooseUs settings={settings}>
            <ZipCheckSlot />
          </WhyChooseUs>
        </HydrateOnInteraction>
        <HydrateOnInteraction>
          <VisitOurStore settings={settings} hasPhotos={hasSamples} />
        </HydrateOnInteraction>
        <HydrateOnInteraction>
          <Testimonials testimonials={settings.testimonials} />
        </HydrateOnInteraction>
        <HydrateOnInteraction>
          <ArticleScrollRow articles={articles} />
        </HydrateOnInteraction>
      </div>
      <Outlet />
    </>
  );
}

function addToCart(product: ProductSummary) {
  return <AddToCartButton product={product} />;
}

/** Returns null for a failed read, which is already logged. */
function orNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  return reading.catch(() => null);
}
