import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Icon, isIconName } from "#app/ui/icon.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { partsIn } from "#app/values/wall-clock.ts";
import { OpenNow } from "./open-now.tsx";
import { localHoursText } from "./opening-hours.ts";
import { addressLine } from "./store-address.ts";
import styles from "./store-footer.module.css";
import type { SocialLink, StoreSettings } from "./store-settings.ts";

const quickLinks = () => [
  { to: "/about", label: t("About") },
  { to: "/home#products", label: t("Products") },
  { to: "/blog", label: t("Blog") },
  { to: "/contact", label: t("Contact") },
];

const smallPrint = () => [
  { to: "/delivery-and-returns", label: t("Delivery and returns") },
  { to: "/privacy", label: t("Privacy") },
];

/** @param languages list items with links to each language */
export function StoreFooter({ settings, languages }: { settings: StoreSettings; languages: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <TextileEdge pattern="kente" />
      <div className={styles.columns}>
        <section className={styles.column}>
          <h2 className={styles.title}>{t("Contact us")}</h2>
          <address className={styles.address}>
            <p className={styles.line}>
              <Icon name="pin" />
              <span>
                {addressLine(settings)}
                <br />
                {t("near {place}", { place: settings.near })}
              </span>
            </p>
            <a href={phoneAddress(settings.phone)} className={styles.link}>
              <Icon name="phone" /> {settings.phone}
            </a>
            <a href={`mailto:${settings.email}`} className={styles.link}>
              <Icon name="mail" /> {settings.email}
            </a>
          </address>
        </section>
        <nav aria-labelledby="quick-links" className={styles.column}>
          <h2 id="quick-links" className={styles.title}>
            {t("Quick links")}
          </h2>
          <ul>
            {quickLinks().map((link) => (
              <li key={link.to}>
                <Link to={link.to} className={styles.link}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className={styles.column}>
          <h2 className={styles.title}>{t("Opening hours")}</h2>
          <OpenNow settings={settings} />
          <ul className={styles.hours}>
            {settings.openingHours.map((hours) => (
              <li key={hours.text} className={styles.line}>
                <Icon name="clock" /> {localHoursText(hours)}
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.column}>
          <h2 className={styles.title}>{t("Follow us")}</h2>
          <SocialLinks links={settings.socialLinks} label={t("Our social profiles")} />
        </section>
      </div>
      <div className={styles.end}>
        {/* A page cached last year may have another year. */}
        <p suppressHydrationWarning>
          {t("© {year} {store}. All rights reserved.", {
            year: partsIn(new Date(), settings.timeZone).year,
            store: settings.name,
          })}
        </p>
        <ul aria-label={t("Language")} className={styles.smallPrint}>
          {languages}
        </ul>
        <ul className={styles.smallPrint}>
          {smallPrint().map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={styles.link}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

export function SocialLinks({ links, label }: { links: readonly SocialLink[]; label: string }) {
  return (
    <ul aria-label={label} className={styles.links}>
      {links.map((link) => {
        const icon = link.name.toLowerCase();
        return (
          <li key={link.url}>
            <a href={link.url} target="_blank" rel="noopener" aria-label={link.name} className={styles.socialLink}>
              <Icon name={isIconName(icon) ? icon : "link"} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
