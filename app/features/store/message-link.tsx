import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { whatsappAddress } from "#app/values/contact.ts";
import { useStoreSettings } from "./store-settings-context.tsx";

/** Link to a WhatsApp chat with the store; renders nothing in a store without a WhatsApp number. */
export function MessageLink({
  about = "",
  className,
  children = t("Message us"),
}: {
  /** First message of the chat; the sender can edit it. */
  about?: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const { whatsappNumber } = useStoreSettings();
  return whatsappNumber === "" ? null : (
    <a href={whatsappAddress(whatsappNumber, about)} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  );
}
