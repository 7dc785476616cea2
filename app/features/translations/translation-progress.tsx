import { Link } from "react-router";
import { LANGUAGES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { Section } from "#app/ui/section.tsx";
import type { TranslationCount } from "./translation-list-queries.ts";
import { translationsAddress } from "./translation-subjects.ts";

/** Links to the translations of a product or article, with the number of missing texts. */
export function TranslationProgress({ id, progress }: { id: number; progress: readonly TranslationCount[] }) {
  return (
    <Section title={t("Translations")}>
      <ul>
        {progress.map((count) => (
          <li key={count.language}>
            <Link
              to={translationsAddress({
                subject: count.subject,
                language: count.language,
                isMissingOnly: false,
                id: String(id),
              })}
            >
              {LANGUAGES[count.language].name}
            </Link>
            : {progressText(count)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function progressText({ translatedCount, missingCount, outdatedCount }: TranslationCount): string {
  if (missingCount === 0 && outdatedCount === 0) return t("everything is translated");
  const total = translatedCount + missingCount + outdatedCount;
  const missing = t("{missing} of {total} texts missing", { missing: missingCount, total });
  return outdatedCount === 0 ? missing : t("{missing}, {count} outdated", { missing, count: outdatedCount });
}
