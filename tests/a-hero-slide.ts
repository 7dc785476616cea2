export const aHeroSlide = (chosen: object = {}) => ({
  id: "mangoes",
  image: "/storage/v1/object/public/wears_styles/mango.webp",
  alt: "A box of mangoes",
  header: "Mangoes are here",
  text: "By the box, while they last.",
  buttonLabel: "To the fruits",
  link: "/fruitsandvegetables",
  ...chosen,
});
