/** The address of the home page; the route around it draws it. */
export default function HomeRoute() {
  return null;
}
