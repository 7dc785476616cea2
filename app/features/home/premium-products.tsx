import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { bucketPicture } from "#app/values/picture-address.ts";
import styles from "./premium-products.module.css";

const premiumCards: readonly {
  id: string;
  image: string;
  title: () => string;
  description: () => string;
  navigateTo: string;
}[] = [
  {
    id: "yam",
    image: bucketPicture("puna-yam.webp"),
    title: () => t("Yam"),
    description: () => t("Whole Puna tubers, dry and floury, for boiling, pounding and frying."),
    navigateTo: "/others",
  },
  {
    id: "mackerel",
    image: bucketPicture("whole-mackerel-frozen.webp"),
    title: () => t("Mackerel"),
    description: () => t("Whole and cleanly frozen, rich enough for pepper soup and the grill."),
    navigateTo: "/meatandseafood",
  },
  {
    id: "black-soap",
    image: bucketPicture("dudu-osun-black-soap.webp"),
    title: () => "Dudu-Osun Black Soap",
    description: () => t("Cocoa pod ash, shea butter, honey and lime in one dark bar."),
    navigateTo: "/beautyandhousehold",
  },
  {
    id: "fashion",
    image: bucketPicture("ankara-maxi-dress.webp"),
    title: () => t("African Fashion"),
    description: () => t("Wax print, lace and hand-woven cloth, for every day and for the party."),
    navigateTo: "/africanwearandfashion",
  },
];

export function PremiumProducts() {
  return (
    <Section id="products" title={t("Shop Premium Products")}>
      <ul className={styles.cards}>
        {premiumCards.map((card) => (
          <li key={card.id} className={styles.card}>
            <Picture src={card.image} alt="" />
            <div className={styles.body}>
              <h3 className={styles.title}>{card.title()}</h3>
              <p className={styles.text}>{card.description()}</p>
              <div className={styles.way}>
                <ButtonLink to={card.navigateTo} variation="secondary">
                  {/* Not `partlyHidden`: with it, home would load the scripts that private pages share. */}
                  {nodes(t("Learn More<hidden> about {title}</hidden>", { title: card.title() }), {
                    hidden: (words) => <HiddenText>{words}</HiddenText>,
                  })}
                </ButtonLink>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
