import { useEffect } from "react";
import { useStoredText } from "#app/platform/use-outbox.ts";

const RING_EVERY_MS = 6_000;
let context: AudioContext | undefined;

/** Returns whether the bell is on, which is stored on this device, and its setter. */
export function useBell(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [stored, store] = useStoredText("deskBell");
  function setBell(isOn: boolean) {
    store(isOn ? "on" : "off");
    if (isOn) ring();
  }
  return [stored !== "off", setBell];
}

/** Rings repeatedly while `isRinging`. Browsers play no sound before the first user interaction. */
export function useRinging(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return;
    ring();
    const timer = setInterval(ring, RING_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRinging]);
}

/** Plays two tones, the second one higher. */
function ring(): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const startsAt = context.currentTime;
    for (const [place, pitch] of [660, 880].entries()) {
      const tone = context.createOscillator();
      const loudness = context.createGain();
      const at = startsAt + place * 0.22;
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
      tone.connect(loudness).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.42);
    }
  } catch (error) {
    // Packing also works on a device without sound.
    console.warn(error);
  }
}

/** Shows the number of new orders in the page title, to be seen in an inactive tab. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const plain = document.title;
    const counted = `(${count}) ${plain}`;
    document.title = counted;
    return () => {
      // The next page has already set its own.
      if (document.title === counted) document.title = plain;
    };
  }, [count]);
}

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      // Rejected, for example, when the battery is low: the screen then turns off as usual.
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) await lock?.release();
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
