import type { Locale } from "./locales.ts";

/** Texts that propose a language, in that language: a page loads the messages of its own language only. */
export const PROPOSAL_TEXTS: Record<Locale, { label: string; yes: string; no: string }> = {
  en: { label: "Language", yes: "View this store in English", no: "No, thanks" },
  es: { label: "Idioma", yes: "Ver esta tienda en español", no: "No, gracias" },
  fr: { label: "Langue", yes: "Voir ce magasin en français", no: "Non, merci" },
  ht: { label: "Lang", yes: "Gade magazen sa a an kreyòl", no: "Non, mèsi" },
};

/** Texts of the service worker, which has one file for all languages. */
export interface OfflineTexts {
  saved: (time: string) => string;
  order: (number: number) => string;
  title: string;
  notSaved: string;
  again: string;
  others: string;
}

export const OFFLINE_TEXTS: Record<Locale, OfflineTexts> = {
  en: {
    saved: (time) => `You are offline. This page was saved on ${time}; prices may have changed.`,
    order: (number) => `Order ${number}`,
    title: "You are offline",
    notSaved: "This page isn't saved on this device. Connect to the internet and try again.",
    again: "Try again",
    others: "You can still read pages saved on this device:",
  },
  es: {
    saved: (time) => `No tiene conexión. Esta página se guardó el ${time}; los precios pueden haber cambiado.`,
    order: (number) => `Pedido ${number}`,
    title: "No tiene conexión",
    notSaved: "Esta página no está guardada en este dispositivo. Conéctese a internet e inténtelo de nuevo.",
    again: "Intentar de nuevo",
    others: "Todavía puede leer las páginas guardadas en este dispositivo:",
  },
  fr: {
    saved: (time) =>
      `Vous êtes hors ligne. Cette page a été enregistrée le ${time} ; les prix ont peut-être changé depuis.`,
    order: (number) => `Commande ${number}`,
    title: "Vous êtes hors ligne",
    notSaved: "Cette page n’est pas enregistrée sur cet appareil. Connectez-vous à internet et réessayez.",
    again: "Réessayer",
    others: "Vous pouvez encore lire les pages enregistrées sur cet appareil :",
  },
  ht: {
    saved: (time) => `Ou pa gen entènèt. Paj sa a te anrejistre ${time}; pri yo ka chanje depi lè sa a.`,
    order: (number) => `Kòmand ${number}`,
    title: "Ou pa gen entènèt",
    notSaved: "Paj sa a pa anrejistre sou aparèy sa a. Konekte sou entènèt epi eseye ankò.",
    again: "Eseye ankò",
    others: "Ou ka toujou li paj ki anrejistre sou aparèy sa a:",
  },
};
