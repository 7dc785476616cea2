/** The nine listings, as the specification names them: path and title. */
export const LISTINGS = [
  ["/africanwearandfashion", "Authentic African Wears and Styles"],
  ["/beautyandhousehold", "Beauty and Household"],
  ["/condiments", "Condiments"],
  ["/drinkandbeverages", "Drink and Beverages"],
  ["/fruitsandvegetables", "Fruits and Vegetables"],
  ["/grainflourandcereal", "Grains, Flours, and Cereal"],
  ["/meatandseafood", "Meat and Seafood"],
  ["/snacksandconfectionaries", "Snacks and Confections"],
  ["/others", "Other Items"],
] as const;
