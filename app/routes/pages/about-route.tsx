import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { Team } from "#app/features/store/team.tsx";
import { t } from "#app/messages/t.ts";
import { showsSamples } from "#app/platform/public-config.ts";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { bucketPicture } from "#app/values/picture-address.ts";
import type { Route } from "./+types/about-route";
import styles from "./about-route.module.css";

const SHOP_PICTURE = bucketPicture("shop-produce.webp");

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ near, state }) => ({
    title: t("About Us"),
    description: t(
      "Who we are: an African and Caribbean food and clothing store near {near}, {state}, and the people behind it.",
      { near, state },
    ),
    path: "/about",
  }));
}

export default function AboutRoute({ matches }: Route.ComponentProps) {
  const settings = useStoreSettings();
  // Story and picture are the demo's.
  if (!showsSamples(matches[0].loaderData.config)) {
    return (
      <Page>
        <h1>{t("About Us")}</h1>
        <p>
          {t("{store} is an African and Caribbean food store in {city}, {state}.", {
            store: settings.name,
            city: settings.city,
            state: settings.state,
          })}
        </p>
        <Team team={settings.team} />
      </Page>
    );
  }
  return (
    <Page>
      <div className={styles.layout}>
        <div className={styles.words}>
          <h1>{t("About Us")}</h1>
          <p>
            {t(
              "{store} is an African and Caribbean food store in {city}, {state}, near {place}. We opened because the yam was never right, the garri was never fresh, and a good ankara dress was always a suitcase away. Today our shelves hold what home cooks from Lagos, Accra, Douala, Kingston, and Port of Spain ask for by name: tubers and plantains, grains and flours, smoked and frozen fish, spices, drinks, black soap, shea butter, and cloth with a story.",
              { store: settings.name, city: settings.city, state: settings.state, place: settings.near },
            )}
          </p>
          <p>
            {t(
              "We buy from growers, makers, and importers we know. We taste what we sell, and tell you honestly when a crop is not at its best. Come in for a calabash bowl or advice on your first egusi soup. When the week is full, order online, and pick up at our store or have it delivered. Either way, you are among neighbors here.",
            )}
          </p>
        </div>
        <div className={styles.picture}>
          <Picture src={SHOP_PICTURE} alt={t("The produce stand in our store")} width={1200} height={900} />
        </div>
      </div>
      <Team team={settings.team} />
    </Page>
  );
}
