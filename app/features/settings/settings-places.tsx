import { Link } from "react-router";
import { type CurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Section } from "#app/ui/section.tsx";
import styles from "./settings-places.module.css";

interface Place {
  to: string;
  label: string;
  text: string;
  right?: "owner";
}

/** All settings pages; money settings are for the owner only. */
const PLACES: Record<string, readonly Place[]> = {
  "What shoppers see": [
    {
      to: "/desk/settings/banner",
      label: "Banner",
      text: "A line at the top of every page, until a time you set",
    },
    {
      to: "/desk/settings/slides",
      label: "Hero slides",
      text: "Images, texts, and links at the top of the home page",
    },
    {
      to: "/desk/settings/hours",
      label: "Opening hours",
      text: "Shown in the footer, on the contact page, and by the map",
    },
    {
      to: "/desk/settings/closed-days",
      label: "Closed days and pauses",
      text: "Holidays, and pauses of pickup or delivery",
    },
    {
      to: "/desk/settings/shop",
      label: "Store settings",
      text: "Name, address, phone, free delivery, stock, team, and testimonials",
    },
    { to: "/desk/settings/words", label: "Search synonyms", text: "Synonyms, and searches without results" },
  ],
  "Pickup and delivery": [
    {
      to: "/desk/settings/windows",
      label: "Pickup and delivery times",
      text: "Available times and orders per time",
    },
    {
      to: "/desk/settings/zones",
      label: "Delivery zones",
      text: "Delivery areas and fees",
      right: "owner",
    },
  ],
  Money: [
    {
      to: "/desk/settings/codes",
      label: "Discount codes",
      text: "Discounts, limits, and usage",
      right: "owner",
    },
    {
      to: "/desk/settings/tax",
      label: "Sales tax",
      text: "Rates, classes, exceptions, and exemptions",
      right: "owner",
    },
  ],
};

/** List of all settings pages. */
export function SettingsPlaces({ user }: { user: Pick<CurrentUser, "role"> }) {
  const groups = Object.entries(PLACES)
    .map(([title, places]) => ({ title, places: places.filter((place) => isOpen(place, user)) }))
    .filter(({ places }) => places.length > 0);
  return (
    <>
      <BackButton fallback="/desk" label="Back to the order board" />
      <h1>Settings</h1>
      {groups.map(({ title, places }) => (
        <Section key={title} title={title}>
          <ul className={styles.places}>
            {places.map(({ to, label, text }) => (
              <li key={to} className={styles.place}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
                <span className={styles.text}>{text}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

function isOpen({ right }: Place, user: Pick<CurrentUser, "role">): boolean {
  return right === "owner" ? user.role === "owner" : mayManage(user);
}
