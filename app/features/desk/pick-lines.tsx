import { type ComponentProps, Fragment, use } from "react";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { WeightField } from "#app/features/scanning/weight-field.tsx";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import denseStyles from "#app/ui/dense-text.module.css";
import { Picture } from "#app/ui/picture.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneText } from "#app/values/contact.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { DeskCard } from "./desk.ts";
import type { PickLine, PickList } from "./desk-queries.ts";
import { LineMissing } from "./line-missing.tsx";
import { pickDateText } from "./pick-date.ts";
import { asMissing, partsOf, placeOf } from "./pick-line-parts.ts";
import styles from "./pick-list.module.css";
import { weighLine } from "./weigh-line.ts";

interface Listed {
  pickList: PickList;
  card: DeskCard;
  canPick: boolean;
  isOffline: boolean;
  onChanged: () => Promise<void>;
}

export function PickLines({
  pickList,
  card,
  canPick,
  isOffline,
  packed,
  now,
  onChanged,
  onPick,
  onWeighed,
}: Listed & {
  packed: ReadonlySet<number>;
  now: Date;
  onPick: (lineId: number, isPacked: boolean) => void;
  onWeighed: (lineId: number, pounds: number | null) => Promise<void>;
}) {
  const today = shopDayOf(now, use(ShopTimeZone));
  return (
    <ul className={styles.lines}>
      {pickList.lines.map((line, place) => (
        <Fragment key={line.id}>
          {placeOf(line) === placeOf(pickList.lines[place - 1]) ? null : (
            <li className={styles.aisle}>{placeOf(line)}</li>
          )}
          <li>
            <LineMissing
              line={asMissing(line, card)}
              changes={line.changes}
              phones={card.phone ? [phoneText(card.phone)] : []}
              canChange={canPick}
              isDisabled={isOffline}
              onChanged={onChanged}
            >
              <LineRow
                line={line}
                isPacked={packed.has(line.id)}
                canPick={canPick}
                today={today}
                onPick={(isPacked) => onPick(line.id, isPacked)}
              />
            </LineMissing>
            {line.poundsEach !== null && line.bagQuantity > 0 ? (
              <LineWeight
                line={line}
                poundsEach={line.poundsEach}
                packedPounds={card.packedPounds[line.id] ?? null}
                canPick={canPick}
                isDisabled={isOffline}
                onWeighed={(pounds) => onWeighed(line.id, pounds)}
              />
            ) : null}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

export function GoneLines({ pickList, card, canPick, isOffline, onChanged }: Listed) {
  return (
    <section aria-labelledby="not-in-bag">
      <h2 id="not-in-bag" className={styles.notInBag}>
        {t("Not in this bag")}
      </h2>
      <ul className={styles.lines}>
        {pickList.goneLines.map((line) => (
          <li key={line.id}>
            {line.changes.length === 0 ? (
              <p>{`${line.quantity} × ${sizedName(line.name, line.size)}`}</p>
            ) : (
              <LineMissing
                line={asMissing(line, card)}
                changes={line.changes}
                phones={[]}
                canChange={canPick}
                isDisabled={isOffline}
                onChanged={onChanged}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineWeight({
  line,
  poundsEach,
  canPick,
  ...field
}: { line: PickLine; poundsEach: number; canPick: boolean } & Pick<
  ComponentProps<typeof WeightField>,
  "packedPounds" | "isDisabled" | "onWeighed"
>) {
  if (!canPick || line.isWeightFinal)
    return field.packedPounds === null ? null : <p>{poundsText(field.packedPounds)}</p>;
  return (
    <WeightField
      {...field}
      fieldName={`weight-${line.id}`}
      save={(...weight) => weighLine(getBrowserData(), line.id, ...weight)}
      name={sizedName(line.name, line.size)}
      expectedPounds={poundsEach * line.bagQuantity}
    />
  );
}

function LineRow({
  line,
  isPacked,
  canPick,
  today,
  onPick,
}: {
  line: PickLine;
  isPacked: boolean;
  canPick: boolean;
  /** `YYYY-MM-DD` */
  today: string;
  onPick: (isPacked: boolean) => void;
}) {
  const parts = partsOf(line);
  return (
    <label className={styles.line} data-packed={isPacked || undefined}>
      <input
        type="checkbox"
        className={styles.pick}
        checked={isPacked}
        disabled={!canPick}
        onChange={(event) => onPick(event.target.checked)}
      />
      <span className={styles.picture}>
        {parts[0]?.imageUrl ? <Picture src={parts[0].imageUrl} alt="" width={112} height={112} sizes="56px" /> : null}
      </span>
      <span className={styles.words}>
        {parts.map(({ key, name, size, details, quantity, insteadOf }) => (
          <Fragment key={key}>
            <span className={styles.amount}>{`${quantity} × ${size ?? name}`}</span>
            {size === null ? null : <span className={styles.product}>{name}</span>}
            {details.map((text) => (
              <span key={text} className={styles.product}>
                {text}
              </span>
            ))}
            {insteadOf === null ? null : (
              <span className={styles.old}>{nodes(t("Instead of <old/>"), { old: <s>{insteadOf}</s> })}</span>
            )}
          </Fragment>
        ))}
        {line.englishName === null || line.bagQuantity === 0 ? null : (
          <span lang={DEFAULT_LOCALE} className={styles.english}>
            {line.englishName}
          </span>
        )}
        {line.bestBefore === null || line.bagQuantity === 0 ? null : (
          <span className={denseStyles.metaLabel}>{pickDateText(line.bestBefore, today)}</span>
        )}
        {line.note ? (
          <span className={styles.note}>
            <UserText>{line.note}</UserText>
          </span>
        ) : null}
        {line.preference ? (
          <span className={denseStyles.metaLabel}>
            {t("If out of stock: {preference}", { preference: preferenceLabel(line.preference) })}
          </span>
        ) : null}
      </span>
    </label>
  );
}
