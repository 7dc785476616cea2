import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Section } from "#app/ui/section.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { callUsText, deliveryTitle, homeDeliveryText } from "./free-delivery.ts";
import type { StoreSettings } from "./store-settings.ts";
import styles from "./why-choose-us.module.css";

/**
 * Delivery terms and reasons to shop here; target of the Free Delivery button.
 * @param children content below the terms
 */
export function WhyChooseUs({ settings, children }: { settings: StoreSettings; children?: ReactNode }) {
  return (
    <Section id="whyChooseUs" title={t("Why Choose Us")}>
      <div className={styles.callOut}>
        <TextileEdge pattern="wax" size="small" />
        <div className={styles.promise}>
          <span className={styles.truck}>
            <Icon name="truck" />
          </span>
          <div className={styles.words}>
            <h3>{deliveryTitle(settings)}</h3>
            <p className={styles.lead}>{homeDeliveryText(settings)}</p>
            <p>{callUsText(settings)}</p>
          </div>
          <ButtonLink to="/condiments">{t("Start shopping")}</ButtonLink>
          {children ? <div className={styles.more}>{children}</div> : null}
        </div>
      </div>
      <ul className={styles.reasons}>
        <Reason icon="basket" title={t("The real thing")}>
          {t(
            "The brands, cuts and cloth you grew up with, from Lagos to Kingston, chosen by people who cook with them.",
          )}
        </Reason>
        <Reason icon="check" title={t("Fresh and honest")}>
          {t("Produce checked every morning, frozen goods kept frozen, and the price you see is the price you pay.")}
        </Reason>
        <Reason icon="clock" title={t("Ready when you are")}>
          {t("Order online and pick up in {city}, near {place}, during our opening hours.", {
            city: settings.city,
            place: settings.near,
          })}
        </Reason>
      </ul>
    </Section>
  );
}

function Reason({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={styles.reason}>
      <span className={styles.sign}>
        <Icon name={icon} />
      </span>
      <h3 className={styles.title}>{title}</h3>
      <p>{children}</p>
    </li>
  );
}
