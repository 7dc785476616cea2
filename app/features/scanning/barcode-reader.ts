/** Reads the barcode in a camera image; returns null if there is none. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetectorClass {
  new (options: { formats: string[] }): { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
  getSupportedFormats: () => Promise<string[]>;
}

const NATIVE_FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e", "code_128", "code_39"];
/** High enough a resolution for the thin bars of a package that fills the image. */
const MAX_WIDTH_PX = 1280;

/** Loads the browser's own barcode reader, or else a WebAssembly library of 1 MB. @throws when it cannot be loaded */
export async function loadBarcodeReader(): Promise<BarcodeReader> {
  return (await nativeReader()) ?? (await wasmReader());
}

async function nativeReader(): Promise<BarcodeReader | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  if (Detector === undefined || !formats.includes("ean_13")) return null;
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

async function wasmReader(): Promise<BarcodeReader> {
  const [{ prepareZXingModule, readBarcodes }, { default: address }] = await Promise.all([
    import("zxing-wasm/reader"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  // By default, the library would load the file from a CDN.
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_WIDTH_PX / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const [found] = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ["EAN13", "EAN8", "UPCA", "UPCE", "Code128", "Code39"],
      maxNumberOfSymbols: 1,
    });
    return found?.text || null;
  };
}
