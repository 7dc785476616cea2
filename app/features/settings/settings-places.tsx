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
      label: "Banner line",
      text: "One line on top of every page, for as long as it holds",
    },
    {
      to: "/desk/settings/slides",
      label: "Hero slides",
      text: "What the home page begins with: pictures, words and where they lead",
    },
    {
      to: "/desk/settings/hours",
      label: "Opening hours",
      text: "In the footer, on the contact page and beside the map",
    },
    {
      to: "/desk/settings/closed-days",
      label: "Closed days and pauses",
      text: "Holidays with their reason, and a stop of pick-up or delivery",
    },
    {
      to: "/desk/settings/shop",
      label: "Shop settings",
      text: "Name, address, phone, free delivery, stock, team and testimonials",
    },
    { to: "/desk/settings/words", label: "Search words", text: "Words for one thing, and what nobody found" },
  ],
  "Pick-up and delivery": [
    {
      to: "/desk/settings/windows",
      label: "Times of pick-up and delivery",
      text: "Which times are offered, and how many orders each takes",
    },
    {
      to: "/desk/settings/zones",
      label: "Delivery zones",
      text: "Where the shop delivers, and for how much",
      right: "owner",
    },
  ],
  Money: [
    {
      to: "/desk/settings/codes",
      label: "Discount codes",
      text: "What comes off, for whom, and how often it was used",
      right: "owner",
    },
    {
      to: "/desk/settings/tax",
      label: "Sales tax",
      text: "Rates, classes, exceptions and who pays none",
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
      <BackButton fallback="/desk" label="Back to the packing desk" />
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
