import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { LOG_OUT } from "#app/features/account/welcome.tsx";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { version } from "#package.json" with { type: "json" };
import styles from "./desk-frame.module.css";
import { DeskIcon } from "./desk-icon.tsx";
import type { DeskSection } from "./desk-page.ts";
import { type DeskLocation, isInMenuEntry } from "./desk-pages.ts";

/** Sections of the menu beside the page, with the pages of the open one. */
export function SectionLinks({
  sections,
  location,
}: {
  sections: readonly DeskSection[];
  location: DeskLocation | null;
}) {
  return (
    <ul className={styles.sections}>
      {sections.map((section) => {
        const isOpen = section === location?.section;
        const first = section.pages[0];
        if (!first) return null;
        const hasEntries = section.pages.some((page) => page !== first && !page.under);
        return (
          <li key={section.label}>
            <Link
              to={first.to}
              className={styles.section}
              data-open={isOpen || undefined}
              aria-current={isOpen && location.page === first && location.isExact ? "page" : isOpen && !hasEntries}
            >
              <DeskIcon name={section.icon} /> {section.label}
            </Link>
            {isOpen && hasEntries ? <PageLinks section={section} location={location} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function PageLinks({ section, location }: { section: DeskSection; location: DeskLocation | null }) {
  return (
    <ul className={styles.pages}>
      {section.pages
        .filter(({ under }) => !under)
        .map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              className={styles.page}
              aria-current={
                isInMenuEntry(location, page)
                  ? page === location?.page && location.isExact
                    ? "page"
                    : "true"
                  : undefined
              }
            >
              {page.label}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** Links to the store and the account, logout, theme, and languages. */
export function UserLinks({ user, languages }: { user: CurrentUser; languages: ReactNode }) {
  const navigate = useNavigate();

  return (
    <div className={styles.user}>
      <p className={styles.userName}>
        <UserText>{user.name ?? user.email}</UserText>
      </p>
      <Link to="/home" className={styles.page}>
        <DeskIcon name="store" /> {t("View store")}
      </Link>
      <Link to="/auth" className={styles.page}>
        <Icon name="person" /> {t("Account")}
      </Link>
      <div className={styles.userActions}>
        <SmallButton onClick={() => navigate("/auth", { state: LOG_OUT })}>{t("Log out")}</SmallButton>
        <ThemeSwitch />
      </div>
      <ul aria-label={t("Language")} className={styles.languages}>
        {languages}
      </ul>
      <p className={styles.userName}>{t("Version {version}", { version })}</p>
    </div>
  );
}

/** Navigation on phones; items that don't fit are under "More". */
export function BottomBar({
  userLinks,
  sections,
  location,
}: {
  userLinks: ReactNode;
  sections: readonly DeskSection[];
  location: DeskLocation | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const onBar = sections.filter((section) => section.isOnBar);
  const isOnBar = location !== null && onBar.includes(location.section);
  return (
    <nav aria-label={t("Back office, main pages")} className={styles.bottomBar} data-bottom-bar>
      {onBar.map((section) => (
        <Link
          key={section.label}
          to={section.pages[0]?.to ?? "/desk"}
          className={styles.tab}
          aria-current={section === location?.section ? "page" : undefined}
        >
          <DeskIcon name={section.icon} /> {section.label}
        </Link>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        data-current={(location !== null && !isOnBar) || undefined}
        onClick={() => setOpen(true)}
      >
        <DeskIcon name="more" /> {t("More")}
      </button>
      {isOpen ? (
        <Dialog title={t("All pages")} onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside handle the keyboard. */}
          <div
            className={styles.sheet}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest("a")) setOpen(false);
            }}
          >
            {sections.map((section) => (
              <section key={section.label}>
                <h3 className={styles.groupTitle}>
                  <DeskIcon name={section.icon} /> {section.label}
                </h3>
                <PageLinks section={section} location={location} />
              </section>
            ))}
            {userLinks}
          </div>
        </Dialog>
      ) : null}
    </nav>
  );
}
