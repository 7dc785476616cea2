/** Route of the home page, which is rendered by the layout route around it. */
export default function HomeRoute() {
  return null;
}
