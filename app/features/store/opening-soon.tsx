import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { phoneAddress } from "#app/values/contact.ts";
import { localHoursText } from "./opening-hours.ts";
import styles from "./opening-soon.module.css";
import { addressLine } from "./store-address.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Page that the public sees until the owner opens the store. */
export function OpeningSoon({ settings }: { settings: StoreSettings }) {
  const { name, phone } = settings;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <Stack gap={4}>
        {settings.logo ? (
          <div className={styles.logo}>
            <Picture src={settings.logo} alt="" width={160} height={160} />
          </div>
        ) : null}
        <h1>{name}</h1>
        <p className={textStyles.lead}>{t("We open soon.")}</p>
        {settings.street === "" ? null : <address>{addressLine(settings)}</address>}
        {settings.street === "" ? null : <p>{settings.openingHours.map(localHoursText).join(" · ")}</p>}
        {phone === "" ? null : <a href={phoneAddress(phone)}>{phone}</a>}
        <Link to="/auth">{t("Staff login")}</Link>
      </Stack>
    </main>
  );
}
