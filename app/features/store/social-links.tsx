import { Icon, isIconName } from "#app/ui/icon.tsx";
import styles from "./social-links.module.css";
import type { SocialLink } from "./store-settings.ts";

export function SocialLinks({ links, label }: { links: readonly SocialLink[]; label: string }) {
  return (
    <ul aria-label={label} className={styles.links}>
      {links.map((link) => {
        const icon = link.name.toLowerCase();
        return (
          <li key={link.url}>
            <a href={link.url} target="_blank" rel="noopener" aria-label={link.name} className={styles.link}>
              <Icon name={isIconName(icon) ? icon : "link"} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
