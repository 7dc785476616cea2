import { control, icon, type LatLngTuple, map, marker, tileLayer } from "leaflet";
import "leaflet/dist/leaflet.css";
import markerPicture from "leaflet/dist/images/marker-icon.png?url";
import sharpMarkerPicture from "leaflet/dist/images/marker-icon-2x.png?url";
import shadowPicture from "leaflet/dist/images/marker-shadow.png?url";
import { t } from "#app/messages/t.ts";

const ZOOM = 15;
const MAP_SOURCE =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a>';

const pin = icon({
  iconUrl: markerPicture,
  iconRetinaUrl: sharpMarkerPicture,
  shadowUrl: shadowPicture,
  iconSize: [25, 41],
  iconAnchor: [12, 41],
  popupAnchor: [1, -34],
  shadowSize: [41, 41],
});

export interface MapOptions {
  /** Store name in the marker's popup. */
  name: string;
  position: LatLngTuple;
  tileUrl: string;
  /** Disables animations. */
  prefersReducedMotion: boolean;
  /** Called when map tiles become available or unavailable. */
  onAvailability: (isAvailable: boolean) => void;
}

/** Draws the map into the element. Returns a function that removes it. */
export function openMap(element: HTMLElement, options: MapOptions): () => void {
  const shown = map(element, {
    center: options.position,
    zoom: ZOOM,
    zoomControl: false,
    // Scrolling over the map scrolls the page.
    scrollWheelZoom: false,
    zoomAnimation: !options.prefersReducedMotion,
    fadeAnimation: !options.prefersReducedMotion,
    markerZoomAnimation: !options.prefersReducedMotion,
  });

  control.zoom({ zoomInTitle: t("Zoom in"), zoomOutTitle: t("Zoom out") }).addTo(shown);

  let hasTiles = false;
  tileLayer(options.tileUrl, { maxZoom: 19, attribution: t("{source} contributors", { source: MAP_SOURCE }) })
    .on("tileload", () => {
      hasTiles = true;
      options.onAvailability(true);
    })
    .on("tileerror", () => options.onAvailability(hasTiles))
    .addTo(shown);

  const words = document.createElement("strong");
  words.textContent = options.name;
  marker(options.position, { icon: pin, alt: options.name, title: options.name }).addTo(shown).bindPopup(words);

  return () => shown.remove();
}
