import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import heroStyles from "#app/features/home/hero.module.css";
import { HeroStage } from "#app/features/home/hero.tsx";
import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import { movePicture } from "#app/features/images/picture-list.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { useForm } from "#app/ui/use-form.ts";
import { useRemovalToast } from "#app/ui/use-removal-toast.ts";
import { randomHex } from "#app/values/ids.ts";
import { mergeChanges } from "#app/values/merge-changes.ts";
import { saveHeroSlides } from "./save-slides.ts";
import { SlideFields } from "./slide-fields.tsx";
import {
  emptySlide,
  MAX_SLIDES,
  previewedSlides,
  type SlideDraft,
  slideField,
  slideProblems,
  slidesDraft,
} from "./slides-draft.ts";
import styles from "./slides-form.module.css";
import { useSlidePictures } from "./use-slide-pictures.ts";

/** Form of all home page slides, with one save button. */
export function SlidesForm({
  saved,
  onSaved,
}: {
  /** Empty while the default slides are shown. */
  saved: readonly HeroSlide[];
  onSaved: (slides: readonly HeroSlide[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const { slides, shown, setShown, pictures, progress, status, autosaved, form, ...edit } = useSlides(
    saved,
    list,
    onSaved,
  );
  const hasChosen = slides.some(({ id }) => pictures.pictures[id] !== undefined);
  return (
    <Stack
      as="form"
      gap={5}
      canShrink
      {...form.props}
      data-typed={autosaved.isChanged || hasChosen || undefined}
      aria-label={t("Hero slides")}
    >
      <RestoredDraftNotice
        since={autosaved.autosavedAt}
        startOver={t("Discard changes")}
        onStartOver={edit.startOver}
      />
      <Stack as="section" gap={4} canShrink aria-labelledby="slides-preview">
        <h2 id="slides-preview" className={textStyles.h3}>
          {t("What shoppers see")}
        </h2>
        <div className={styles.preview}>
          <section
            aria-label={t("Preview of the slides")}
            aria-roledescription={t("carousel")}
            className={heroStyles.hero}
          >
            <HeroStage
              slides={previewedSlides(slides, pictures.pictures)}
              shown={Math.min(shown, slides.length - 1)}
              isAnnounced={false}
              onJump={setShown}
            />
          </section>
        </div>
      </Stack>
      <Stack as="ol" gap={4} canShrink ref={list}>
        {slides.map((slide, place) => (
          <SlideFields
            key={slide.id}
            slide={slide}
            picture={pictures.pictures[slide.id]}
            place={place}
            count={slides.length}
            errors={form.errors}
            onChange={(changed) => edit.handleChange(slide.id, changed)}
            onChoose={(file) => pictures.choose(slide.id, file)}
            onMove={(to) => edit.handleMove(slide, to)}
            onRemove={() => edit.handleRemove(place)}
            onFocus={() => setShown(place)}
          />
        ))}
      </Stack>
      {slides.length < MAX_SLIDES ? (
        <Button variation="secondary" onClick={edit.handleAdd} isNarrow>
          <Icon name="plus" /> {t("Add slide")}
        </Button>
      ) : (
        <p>{noRoomText()}</p>
      )}
      <span role="status">
        <HiddenText>{status}</HiddenText>
      </span>
      <SaveBar>
        <FormAnswer answer={form.answer} />
        <p role="status">{progress}</p>
        <SubmitButton size="large" form={form}>
          {form.isBusy ? t("Saving...") : t("Save slides")}
        </SubmitButton>
      </SaveBar>
    </Stack>
  );
}

/** State of the form, and what its buttons do. */
function useSlides(
  saved: readonly HeroSlide[],
  list: RefObject<HTMLOListElement | null>,
  onSaved: (slides: readonly HeroSlide[]) => void,
) {
  const autosaved = useAutosavedForm("hero slides", { slides: slidesDraft(saved) });
  const { slides } = autosaved.draft;
  const latest = useRef(slides);
  const pictures = useSlidePictures();
  const [shown, setShown] = useState(0);
  const [progress, setProgress] = useState("");
  /** Text for screen readers only; sighted people see the change. */
  const [status, setStatus] = useState("");
  const removal = useRemovalToast();

  const form = useForm({
    read: () => null,
    check: () => slideProblems(slides, pictures.pictures),
    send: async () => {
      const chosen = await pictures.whenReady();
      // The last image may only now have finished processing.
      if (form.reject(slideProblems(slides, chosen))) return null;
      const result = await saveHeroSlides(getBrowserData(), saved, slides, chosen, setProgress);
      setProgress("");
      if (result.kind === "rejected") return rejected(result.message);
      removal.forget();
      // Keep what was typed while the slides were saved.
      show(mergeChanges(slides, latest.current, slidesDraft(result.slides), ({ mine }) => mine));
      pictures.forget(chosen);
      showToast({ kind: "success", text: t("Slides saved") });
      onSaved(result.slides);
      return null;
    },
  });

  function change(next: SlideDraft[]) {
    latest.current = next;
    autosaved.change({ slides: next });
  }

  function show(next: SlideDraft[]) {
    latest.current = next;
    autosaved.startOver({ slides: next });
  }

  function startOver() {
    show(slidesDraft(saved));
    pictures.forget();
  }

  function handleMove({ id }: SlideDraft, place: number) {
    if (place < 0) return setStatus(t("It is already first."));
    if (place >= slides.length) return setStatus(t("It is already last."));
    const keyed = slides.map((slide) => ({ key: slide.id, slide }));
    change(movePicture(keyed, id, place).map(({ slide }) => slide));
    setShown(place);
    setStatus(t("Now slide {number} of {count}.", { number: place + 1, count: slides.length }));
  }

  function handleAdd() {
    const slide = emptySlide(`own-${randomHex(4)}`);
    flushSync(() => change([...latest.current, slide]));
    setShown(latest.current.length - 1);
    list.current?.querySelector<HTMLElement>(`[name="${slideField(slide.id, "image")}"]`)?.focus();
  }

  function handleRemove(place: number) {
    const slide = slides[place];
    if (!slide) return;
    if (slides.length === 1) return setStatus(t("The home page needs at least one slide."));
    flushSync(() => change(slides.toSpliced(place, 1)));
    // Move the focus to the remove button of the slide that took this place.
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-removes]") ?? [];
    buttons[Math.min(place, buttons.length - 1)]?.focus();
    removal.show({
      text: t("Slide {number} removed.", { number: place + 1 }),
      action: { label: t("Undo"), onPress: () => putBack(slide, place) },
    });
  }

  function putBack(slide: SlideDraft, place: number) {
    if (latest.current.length < MAX_SLIDES) change(latest.current.toSpliced(place, 0, slide));
    else showToast({ kind: "error", text: noRoomText() });
  }

  return {
    slides,
    shown,
    setShown,
    pictures,
    progress,
    status,
    autosaved,
    form,
    startOver,
    handleMove,
    handleAdd,
    handleRemove,
    handleChange: (id: string, changed: Partial<SlideDraft>) =>
      change(slides.map((each) => (each.id === id ? { ...each, ...changed } : each))),
  };
}

function noRoomText(): string {
  return t("The home page shows {count} slides at most.", { count: MAX_SLIDES });
}
