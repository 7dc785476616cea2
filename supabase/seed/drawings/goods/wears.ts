import type { Cloth } from "../patterns.ts";
import { stand } from "../scene.ts";
import {
  agbada,
  beadBracelet,
  boubou,
  clothDetail,
  coralBeads,
  dashiki,
  filaCap,
  foldedCloth,
  foldedGarment,
  gele,
  girlsDress,
  hungCloth,
  kaftan,
  madrasDress,
  maxiDress,
  onHanger,
  wrapSkirt,
} from "../shapes/garments.ts";
import type { Shelf } from "./entry.ts";

const petals: Cloth = { weave: "waxPetals", colours: ["#0F5A4A", "#F6C23E", "#E8553A"] };
const sunburst: Cloth = { weave: "sunburst", colours: ["#D9591C", "#FFF3D9", "#0E7C7B"] };
const tealSunburst: Cloth = { weave: "sunburst", colours: ["#0E7C7B", "#FFE3A8", "#D9591C"] };
const kente: Cloth = { weave: "kenteStrips", colours: ["#14110D", "#F4BC3A", "#17713F"] };
const adire: Cloth = { weave: "adireSquares", colours: ["#1B2F6B", "#DCE7FA", "#2B4A94"] };
const aqua: Cloth = { weave: "waxPetals", colours: ["#1D2F7A", "#F8B4C8", "#F2B632"] };
const purple: Cloth = { weave: "asoOke", colours: ["#5A1F5E", "#E9BE52", "#7E3484"] };
const madras: Cloth = { weave: "madras", colours: ["#C22A22", "#FFFFFF", "#F2B632"] };
const capCloth: Cloth = { weave: "asoOke", colours: ["#1F3F6E", "#C9D7EE", "#2C5592"] };

export const wears: Shelf = {
  category: "wears",
  entries: [
    {
      slug: "ankara-maxi-dress",
      alt: "Off-shoulder maxi dress in green and gold wax print with a dark sash",
      first: stand(maxiDress(petals), { scale: 1.12, shadow: 92 }),
      second: {
        alt: "Close look at the green, gold and coral wax print of the maxi dress",
        drawing: stand(clothDetail(petals, 1.5), { y: 346, shadow: 0 }),
      },
    },
    {
      slug: "agbada-ivory",
      alt: "Ivory three-piece agbada with gold neckline embroidery",
      first: stand(agbada(), { scale: 1.08, shadow: 100 }),
      second: {
        alt: "The ivory agbada folded, with its gold neckline and swing tag",
        drawing: stand(foldedGarment("#F4ECD8", "#C08A1E"), { y: 330, scale: 1.1, shadow: 118 }),
      },
    },
    {
      slug: "kente-strip-cloth",
      alt: "Folded kente strip cloth in gold, green and black",
      first: stand(foldedCloth(kente, 0.8), { scale: 1.12, y: 306, shadow: 118 }),
      second: {
        alt: "The kente cloth hung from a rail to show its woven strips",
        drawing: stand(hungCloth(kente, 0.9), { scale: 1.04, y: 344 }),
      },
    },
    {
      slug: "ankara-wax-print-sunburst",
      alt: "Folded sunburst wax print in orange, teal and cream",
      first: stand(foldedCloth(sunburst, 1.1, 5), { scale: 1.06, y: 310, shadow: 118 }),
      second: {
        alt: "The sunburst wax print hung to show the repeat",
        drawing: stand(hungCloth(sunburst, 1.3), { scale: 1.04, y: 344 }),
      },
    },
    {
      slug: "aso-oke-gele-headtie",
      alt: "Purple and gold aso oke gele tied high on a display head",
      first: stand(gele(purple), { x: 210, scale: 1.02, y: 352, shadow: 70 }),
      second: {
        alt: "Folded aso oke headtie and sash with metallic thread",
        drawing: stand(foldedCloth(purple, 1.1, 3), { scale: 1.12, y: 296, shadow: 118 }),
      },
    },
    {
      slug: "lace-trim-boubou-gown",
      alt: "Flowing plum boubou gown with cream lace at neck, cuffs and hem",
      first: stand(boubou(), { scale: 0.92, squash: 1.22, shadow: 96 }),
      second: {
        alt: "Close look at the cream lace on the plum gown",
        drawing: stand(clothDetail({ weave: "lace", colours: ["#8C2F6B", "#FFFBF2", "#FFFFFF"] }, 1.8), {
          y: 346,
          shadow: 0,
        }),
      },
    },
    {
      slug: "embroidered-kaftan-set",
      alt: "Navy tunic with gold embroidery and matching trousers",
      first: stand(onHanger(kaftan()), { scale: 1.04, y: 356, shadow: 80 }),
      second: {
        alt: "The navy kaftan set folded, with its swing tag",
        drawing: stand(foldedGarment("#1F3F6E", "#DDB65A"), { y: 330, scale: 1.1, shadow: 118 }),
      },
    },
    {
      slug: "dashiki-shirt",
      alt: "Red dashiki shirt with a bold black, yellow and green neck panel",
      first: stand(onHanger(dashiki()), { scale: 1.1, y: 352, shadow: 90 }),
    },
    {
      slug: "coral-bead-necklace-and-bracelet",
      alt: "Four-strand coral-coloured bead necklace with a matching bracelet",
      first: stand(coralBeads(), { x: 190, scale: 1.06, y: 336, shadow: 0 }),
      second: {
        alt: "Three rows of coral-coloured beads in the bracelet",
        drawing: stand(beadBracelet(), { scale: 1.16, y: 300, shadow: 116 }),
      },
    },
    {
      slug: "girls-ankara-party-dress",
      alt: "Girls' wax print party dress with puffed sleeves and a bow",
      first: stand(girlsDress(aqua), { scale: 1.16, y: 346, shadow: 116 }),
      second: {
        alt: "Close look at the blue, pink and gold print of the girls' dress",
        drawing: stand(clothDetail(aqua, 1.4), { y: 346, shadow: 0 }),
      },
    },
    {
      slug: "madras-plaid-dress",
      alt: "Red, yellow and white madras check dress with white ruffles",
      first: stand(madrasDress(madras), { scale: 1.16, y: 350, shadow: 96 }),
      second: {
        alt: "Close look at the red and yellow madras check",
        drawing: stand(clothDetail(madras, 2.2), { y: 346, shadow: 0 }),
      },
    },
    {
      slug: "adire-indigo-fabric",
      alt: "Folded indigo adire cotton with resist-dyed rings and squares",
      first: stand(foldedCloth(adire, 0.9, 4), { scale: 1.12, y: 306, shadow: 118 }),
      second: {
        alt: "The indigo adire hung to show rings, waves and lines",
        drawing: stand(hungCloth(adire, 0.95), { scale: 1.04, y: 344 }),
      },
    },
    {
      slug: "ankara-wrap-skirt",
      alt: "Teal and orange wax print wrap skirt with a wide tie",
      first: stand(wrapSkirt(tealSunburst), { scale: 1.18, y: 346, shadow: 98 }),
    },
    {
      slug: "embroidered-fila-cap",
      alt: "Blue woven fila cap folded to one side, with gold stitching",
      first: stand(filaCap(capCloth), { scale: 1.14, y: 306, shadow: 110 }),
      second: {
        alt: "Close look at the striped weave of the cap",
        drawing: stand(clothDetail(capCloth, 2), { y: 346, shadow: 0 }),
      },
    },
  ],
};

export const shopCloths = { petals, sunburst, tealSunburst, kente, adire, purple, madras };
