import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { CheckboxField } from "#app/ui/field.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./order-texts.module.css";
import { CHANNEL_LABELS, consentText, type OrderTexts, type TextChannel } from "./order-texts.ts";

/** Consent to order texts: a checkbox, unchecked at first, with the full consent text once it is checked. */
export function TextConsentFields({
  texts,
  phone,
  chosen,
  onChange,
}: {
  texts: OrderTexts;
  /** Formatted phone number; null until it is typed. */
  phone: string | null;
  /** Null while the checkbox is unchecked. */
  chosen: TextChannel | null;
  onChange: (chosen: TextChannel | null) => void;
}) {
  const [firstChannel] = texts.channels;
  if (firstChannel === undefined) return null;
  if (texts.hasOptedOut && phone === texts.phone) {
    return (
      <p className={styles.note}>
        {/* Translators: phone companies recognize only the English STOP and START */}
        {t("{phone} replied STOP to our texts. Text START to us to get them again.", { phone: texts.phone ?? "" })}
      </p>
    );
  }
  return (
    <Stack gap={2}>
      <CheckboxField
        name="orderTexts"
        label={texts.channels.length > 1 ? t("Text me about this order") : labelOf(firstChannel)}
        hint={chosen === null ? undefined : consentText(texts, chosen, phone)}
        checked={chosen !== null}
        onChecked={(isChecked) => onChange(isChecked ? firstChannel : null)}
      />
      {chosen !== null && texts.channels.length > 1 ? (
        <RadioChoice
          legend={t("Send texts by")}
          isShort
          name="textChannel"
          options={texts.channels.map((channel) => [channel, CHANNEL_LABELS[channel]])}
          chosen={chosen}
          onChoose={onChange}
        />
      ) : null}
      {chosen === null ? null : (
        <p className={styles.note}>
          {nodes(t("<terms>Terms of order texts</terms> and <privacy>privacy</privacy>"), {
            terms: (words) => <Link to="/privacy#orderTexts">{words}</Link>,
            privacy: (words) => <Link to="/privacy">{words}</Link>,
          })}
        </p>
      )}
    </Stack>
  );
}

function labelOf(channel: TextChannel): string {
  return channel === "sms" ? t("Text me about this order") : t("Message me on WhatsApp about this order");
}
