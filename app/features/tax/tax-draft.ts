import { t } from "#app/messages/t.ts";
import type { FieldErrors, ReadField } from "#app/ui/use-form.ts";
import { decimalTyped } from "#app/values/decimal.ts";
import type { TaxRate, TaxSettings } from "./tax-queries.ts";

/** Maximum rate, as in the database. */
const GREATEST_PERCENT = 50;

/** Reads a typed rate; its percentage is NaN if it is invalid. */
export function readRate(field: ReadField): TaxRate {
  return {
    classId: Number(field("classId")),
    percent: decimalTyped(field("percent").trim().replace(/\s*%$/, ""), 4) ?? Number.NaN,
    validFrom: field("validFrom"),
  };
}

export function rateProblems({ percent, validFrom }: TaxRate): FieldErrors {
  const isRate = percent >= 0 && percent <= GREATEST_PERCENT && Number.isInteger(round(percent * 10_000));
  return {
    percent: isRate ? undefined : t("Enter a percentage from 0 to {max}, such as 8.25", { max: GREATEST_PERCENT }),
    validFrom: /^\d{4}-\d\d-\d\d$/.test(validFrom) ? undefined : t("Choose a start date"),
  };
}

/** Rounds to whole ten-thousandths if the difference is only a floating-point error. */
function round(tenThousandths: number): number {
  const whole = Math.round(tenThousandths);
  return Math.abs(tenThousandths - whole) < 1e-6 ? whole : tenThousandths;
}

/** Returns whether anything is taxed on this day. */
export function isTaxOn({ classes, rates }: Pick<TaxSettings, "classes" | "rates">, today: string): boolean {
  return classes.some(({ id }) => {
    const started = rates.filter(({ classId, validFrom }) => classId === id && validFrom <= today);
    const latest = started.toSorted((one, other) => other.validFrom.localeCompare(one.validFrom))[0];
    return (latest?.percent ?? 0) > 0;
  });
}

/** Returns text such as "8.25 %". */
export function percentText(percent: number): string {
  return `${percent} %`;
}
