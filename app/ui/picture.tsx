import { createContext, use } from "react";
import { pictureAddress, pictureSizes } from "#app/values/picture-address.ts";
import styles from "./picture.module.css";

/** Origin of images in our own bucket; empty for this origin. Set once, in the root. */
export const PictureOrigin = createContext("");
/** Whether the image origin resizes images; if not, they load as stored. Set once, in the root. */
export const HasPictureSizes = createContext(true);

/** Image with its space reserved before it loads. */
export function Picture({
  src,
  alt,
  width = 800,
  height = 800,
  sizes,
  isFirst = false,
}: {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Display width of an image that is visible without scrolling; lazy images measure theirs. */
  sizes?: string | undefined;
  /**
   * Set for the largest image visible without scrolling: it loads immediately, others when they come near the viewport.
   */
  isFirst?: boolean;
}) {
  const origin = use(PictureOrigin);
  if (src === "") return <div className={styles.none} {...(alt ? { role: "img", "aria-label": alt } : {})} />;
  const hasSizes = use(HasPictureSizes);
  const rendered = hasSizes ? pictureSizes(src, origin, width) : null;
  return (
    <img
      className={styles.picture}
      src={rendered?.src ?? pictureAddress(src, origin)}
      srcSet={rendered?.srcSet}
      // Browsers that do not support "auto" assume the width of the screen.
      sizes={rendered ? (sizes ?? (isFirst ? "100vw" : "auto, 100vw")) : undefined}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
    />
  );
}
