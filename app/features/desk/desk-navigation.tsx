import { NavLink } from "react-router";
import { type CurrentUser, mayManage } from "#app/features/account/current-user.ts";
import styles from "./desk-navigation.module.css";

interface DeskPlace {
  to: string;
  label: string;
  right: (user: Pick<CurrentUser, "role">) => boolean;
}

/** Pages of the staff area, each with the roles that may open it. */
const PLACES: readonly DeskPlace[] = [
  { to: "/desk", label: "Order board", right: () => true },
  { to: "/desk/new-order", label: "New order", right: mayManage },
  { to: "/desk/day", label: "Daily report", right: mayManage },
  { to: "/desk/products", label: "Products", right: mayManage },
  { to: "/desk/offers", label: "Offers", right: mayManage },
  { to: "/desk/articles", label: "Articles", right: mayManage },
  { to: "/desk/aisles", label: "Aisles", right: mayManage },
  { to: "/desk/settings", label: "Settings", right: mayManage },
  { to: "/desk/people", label: "Staff", right: ({ role }) => role === "owner" },
  { to: "/desk/history", label: "Audit log", right: ({ role }) => role === "owner" },
  { to: "/auth", label: "Dashboard", right: mayManage },
];

export function DeskNavigation({ user }: { user: Pick<CurrentUser, "role"> }) {
  return (
    <nav aria-label="Staff area" className={styles.places}>
      {PLACES.filter(({ right }) => right(user)).map(({ to, label }) => (
        <NavLink key={to} to={to} end className={`${styles.place}`}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
