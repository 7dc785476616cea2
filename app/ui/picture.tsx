import { createContext, use } from "react";
import styles from "./picture.module.css";
import { pictureAddress } from "./picture-address.ts";

/** Where pictures of our own bucket come from; empty when it is this very origin. Set once, in the root. */
export const PictureOrigin = createContext("");

/** A picture whose room is kept before it arrives. */
export function Picture({
  src,
  alt,
  width = 800,
  height = 800,
  isFirst = false,
}: {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** The largest thing seen on arrival: it is fetched at once, the others when they come near. */
  isFirst?: boolean;
}) {
  const origin = use(PictureOrigin);
  if (src === "") return <div className={styles.none} role="img" aria-label={alt} />;
  return (
    <img
      className={styles.picture}
      src={pictureAddress(src, origin)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
    />
  );
}
