import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./feed-addresses.module.css";
import { productFeeds } from "./product-feeds.ts";

/** URLs of the active feeds, to enter at Google, Meta, and others. */
export function FeedAddresses({ settings, origin }: { settings: StoreSettings; origin: string }) {
  const feeds = productFeeds.filter((feed) => feed.isOn(settings));
  return (
    <PanelSection title={t("Feed addresses")}>
      {feeds.length === 0 ? (
        <p>{t("No feeds are on. Switch one on above to get its address.")}</p>
      ) : (
        <Stack as="ul" gap={4}>
          {feeds.map(({ path, title }) => (
            <Row as="li" gap={4} rowGap={2} align="center" justify="between" key={path}>
              <div className={styles.text}>
                <strong>{title()}</strong>
                <a href={path} className={styles.address}>
                  {origin}
                  {path}
                </a>
              </div>
              <Button
                variation="secondary"
                aria-label={t("Copy address, {title}", { title: title() })}
                onClick={() =>
                  copyText(
                    `${origin}${path}`,
                    t("Address copied"),
                    t("We couldn't copy the address. Copy it from the page."),
                  )
                }
              >
                {t("Copy address")}
              </Button>
            </Row>
          ))}
        </Stack>
      )}
    </PanelSection>
  );
}
