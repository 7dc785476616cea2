import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isDeskPath } from "#app/platform/desk-path.ts";
import { loadBarcodeReader } from "./barcode-reader.ts";

/** Pause between two camera frames, in ms. */
const PAUSE_MS = 150;
/** Time during which a code that stays in view counts as one scan, in ms. */
const SAME_CODE_MS = 2500;

export type CameraState = "starting" | "on" | "reload" | "denied" | "none" | "failed";

/** Shows the back camera in a video element, and reads barcodes from it until the component unmounts. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): CameraState {
  const [state, setState] = useState<CameraState>(() => (mayUseCamera() ? "starting" : "reload"));
  const handleCode = useEffectEvent(onCode);

  useEffect(() => {
    if (!mayUseCamera()) return;
    let stream: MediaStream | null = null;
    let isOver = false;
    let last = { code: "", at: Number.NEGATIVE_INFINITY };

    async function start() {
      const element = video.current;
      // Absent without HTTPS.
      if (!navigator.mediaDevices || element === null) return setState("none");
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: "environment", width: { ideal: 1280 } },
        });
      } catch (error) {
        return setState(error instanceof DOMException && error.name === "NotAllowedError" ? "denied" : "none");
      }
      if (isOver) return stop();
      element.srcObject = stream;
      try {
        const [read] = await Promise.all([loadBarcodeReader(), element.play()]);
        if (isOver) return;
        setState("on");
        while (!isOver) {
          const code = await read(element);
          const now = performance.now();
          if (code !== null && !isOver) {
            if (code !== last.code || now - last.at > SAME_CODE_MS) handleCode(code);
            last = { code, at: now };
          }
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      } catch (error) {
        if (isOver) return;
        console.error(error);
        setState("failed");
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void start();
    return () => {
      isOver = true;
      stop();
    };
  }, [video]);

  return state;
}

/**
 * Whether the camera is allowed depends on the headers of the first document, which also apply to pages opened by
 * client-side navigation.
 */
function mayUseCamera(): boolean {
  const [first] = performance.getEntriesByType("navigation");
  return first !== undefined && isDeskPath(new URL(first.name).pathname);
}
