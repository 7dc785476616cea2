import { t } from "#app/messages/t.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import textStyles from "#app/ui/text.module.css";
import { langOf, type Translatable } from "#app/values/untranslated.ts";
import type { TeamMember } from "./store-settings.ts";
import styles from "./team.module.css";

export function Team({ team }: { team: readonly (TeamMember & Translatable)[] }) {
  if (team.length === 0) return null;
  return (
    <Section title={t("Our team")}>
      <ul className={styles.team}>
        {team.map((member) => (
          <li key={member.name} className={styles.member}>
            <span className={styles.face}>
              <Picture src={member.image} alt="" width={400} height={400} />
            </span>
            <h3 className={styles.name}>{member.name}</h3>
            <p lang={langOf(member, "title")} className={textStyles.soft}>
              {member.title}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
