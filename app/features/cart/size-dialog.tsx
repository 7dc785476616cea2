import { UnitPriceText } from "#app/features/catalog/price-texts.tsx";
import { currentPriceCents, type ProductSummary } from "#app/features/catalog/product.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Money } from "#app/ui/money.tsx";
import textStyles from "#app/ui/text.module.css";
import { langOf } from "#app/values/untranslated.ts";
import styles from "./size-dialog.module.css";

/** Dialog to choose a size, for a product that was added without one; a click on a size adds it. */
export function SizeDialog({
  product,
  onChoose,
  onClose,
}: {
  product: ProductSummary;
  onChoose: (size: ProductSize) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={t("Choose a size")} onClose={onClose}>
      <p lang={langOf(product, "name")}>{product.name}</p>
      <ul className={styles.sizes}>
        {product.sizes.map((size) => (
          <li key={size.id}>
            <Button
              variation="secondary"
              isWide
              disabled={size.isSoldOut}
              onClick={() => {
                onChoose(size);
                onClose();
              }}
            >
              {nodes(t("<hidden>Add size </hidden><size/>"), {
                hidden: (words) => <HiddenText>{words}</HiddenText>,
                size: (
                  <span lang={langOf(size, "label")} className={textStyles.strong}>
                    {size.label}
                  </span>
                ),
              })}
              <span className={styles.price}>
                {size.isSoldOut ? (
                  t("Sold out")
                ) : (
                  <>
                    {size.perPound ? (
                      nodes(t("At most <price/>"), { price: <Money cents={currentPriceCents(size)} /> })
                    ) : (
                      <Money cents={currentPriceCents(size)} />
                    )}
                    <UnitPriceText offer={size} category={product.prefix} isAfterPrice />
                  </>
                )}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
