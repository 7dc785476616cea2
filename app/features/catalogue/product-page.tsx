import { type ReactNode, useState } from "react";
import { BackButton } from "#app/ui/back-button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Category } from "./categories.ts";
import { currentPriceCents, type Product } from "./product.ts";
import styles from "./product-page.module.css";

/** Everything about one product; its children are what can be done with it. */
export function ProductPage({
  product,
  category,
  children,
}: {
  product: Product;
  category: Category;
  children: ReactNode;
}) {
  return (
    <>
      <BackButton fallback={category.path} label={`Back to ${category.title}`} />
      <article className={styles.product}>
        {/* A new product starts with its own first picture. */}
        <ProductPictures key={product.id} product={product} />
        <div className={styles.facts}>
          <h1>{product.name}</h1>
          <Price
            size="large"
            cents={currentPriceCents(product)}
            originalCents={product.discountPriceCents === null ? undefined : product.priceCents}
          />
          {product.size ? (
            <p>
              <strong>Size:</strong> {product.size}
            </p>
          ) : null}
          <div className={styles.actions}>{children}</div>
          <div className={styles.description}>
            {product.descriptionHeader ? (
              <h2 className={styles.heading}>{product.descriptionHeader}</h2>
            ) : null}
            <p>{product.description}</p>
          </div>
        </div>
      </article>
    </>
  );
}

function ProductPictures({ product }: { product: Product }) {
  const pictures = product.secondImage ? [product.image, product.secondImage] : [product.image];
  const [chosen, setChosen] = useState(0);
  return (
    <div className={styles.pictures}>
      <div className={styles.main}>
        <Picture
          src={pictures[chosen] ?? product.image}
          alt={product.name}
          sizes="(min-width: 768px) 50vw, 100vw"
          isFirst
        />
      </div>
      {pictures.length > 1 ? (
        <ul className={styles.thumbnails}>
          {pictures.map((picture, place) => (
            <li key={picture}>
              <button
                type="button"
                aria-label={`Show picture ${place + 1} of ${pictures.length}`}
                aria-pressed={place === chosen}
                className={styles.thumbnail}
                onClick={() => setChosen(place)}
              >
                <Picture src={picture} alt="" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={styles.note}>Images are descriptive only.</p>
    </div>
  );
}
