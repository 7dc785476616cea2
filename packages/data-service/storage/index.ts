export { createObjectFiles } from "./object-files.ts";
export { defaultPictureSettings, type PictureSettings } from "./picture-settings.ts";
