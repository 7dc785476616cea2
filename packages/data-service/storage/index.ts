export { cleanUpStorage } from "./cleanup.ts";
export { createObjectFiles, FilesUnavailable, type ObjectFiles, type SharedSizes, VERSION } from "./object-files.ts";
export { defaultPictureSettings, type PictureSettings } from "./picture-settings.ts";
