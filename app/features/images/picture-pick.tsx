import type { ChangeEvent, ReactNode, Ref } from "react";
import { PICTURE_TYPES } from "./picture-file.ts";
import styles from "./picture-pick.module.css";

/** Button that opens the file picker, or the camera, labeled by its children. */
export function PicturePick({
  ref,
  name,
  isCamera = false,
  isShownEverywhere = false,
  isForSeveral = false,
  describedBy,
  onChoose,
  children,
}: {
  ref?: Ref<HTMLInputElement>;
  name?: string;
  isCamera?: boolean;
  /** Shows a camera button even without a touch screen, where it is hidden by default. */
  isShownEverywhere?: boolean;
  isForSeveral?: boolean;
  /** Id of the error message of the chosen image. */
  describedBy?: string | undefined;
  /** Called with at least one file. */
  onChoose: (files: File[]) => void;
  children: ReactNode;
}) {
  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = "";
    if (files.length > 0) onChoose(files);
  }

  return (
    <label className={styles.pick} data-camera={(isCamera && !isShownEverywhere) || undefined}>
      <input
        ref={ref}
        type="file"
        name={name}
        accept={PICTURE_TYPES.join(",")}
        capture={isCamera ? "environment" : undefined}
        multiple={isForSeveral}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        className={styles.input}
        onChange={handleChange}
      />
      {children}
    </label>
  );
}
