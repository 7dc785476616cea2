import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { CHANNEL_LABELS, type OrderTexts, type TextChannel } from "./order-texts.ts";
import type { OrderTextCommands } from "./order-texts-queries.ts";
import { TextConsentFields } from "./text-consent-fields.tsx";

/** Panel to turn an order's texts on and off; renders nothing for an order without a phone number. */
export function OrderTextsPanel({ texts, commands }: { texts: OrderTexts; commands: OrderTextCommands }) {
  const [activeChannel, setActiveChannel] = useState(texts.activeChannel);
  const [chosen, setChosen] = useState<TextChannel | null>(null);
  const { isBusy, answer, run } = useAttempt();
  if (texts.phone === null) return null;

  function handleStart() {
    void run(async () => {
      if (chosen === null) return rejected(t("Check the box first to agree to order texts."));
      await commands.start(chosen, texts.wordingVersion);
      setActiveChannel(chosen);
      setChosen(null);
      return done(t("Order texts are on."));
    });
  }

  function handleStop() {
    void run(async () => {
      await commands.stop();
      setActiveChannel(null);
      return done(t("Order texts are off. You still get emails."));
    });
  }

  return (
    <Panel>
      <Stack as="section" gap={3} aria-labelledby="order-texts">
        <h2 id="order-texts" className={textStyles.h3}>
          {t("Order texts")}
        </h2>
        {activeChannel !== null && !texts.hasOptedOut ? (
          <>
            <p>
              {t("We text {phone} by {channel} about this order.", {
                phone: texts.phone,
                channel: CHANNEL_LABELS[activeChannel],
              })}
            </p>
            <SmallButton disabled={isBusy} onClick={handleStop} isNarrow>
              {t("Turn off texts")}
            </SmallButton>
          </>
        ) : (
          <>
            <TextConsentFields texts={texts} phone={texts.phone} chosen={chosen} onChange={setChosen} />
            {texts.hasOptedOut ? null : (
              <SmallButton disabled={isBusy} onClick={handleStart} isNarrow>
                {t("Turn on texts")}
              </SmallButton>
            )}
          </>
        )}
        <FormAnswer answer={answer} />
      </Stack>
    </Panel>
  );
}
