import { t } from "#app/messages/t.ts";
import { Icon } from "#app/ui/icon.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { MessageLink } from "./message-link.tsx";
import styles from "./questions-line.module.css";
import { useStoreSettings } from "./store-settings-context.tsx";

/** The store's phone number and WhatsApp link, below an order or a failed payment. */
export function QuestionsLine({ about }: { about: string }) {
  const { phone } = useStoreSettings();
  return (
    <p className={styles.line}>
      {t("Questions?")}
      <a href={phoneAddress(phone)} className={styles.link}>
        <Icon name="phone" /> {phone}
      </a>
      <MessageLink about={about} className={styles.link}>
        <Icon name="message" /> {t("Message us")}
      </MessageLink>
    </p>
  );
}

/** Returns the first message of a chat about an order. */
export function orderQuestion(number: number): string {
  return t("Hello! I have a question about order {number}.", { number });
}
