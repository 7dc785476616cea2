import { data } from "react-router";

export function meta() {
  return [{ title: "Page not found" }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return (
    <main id="content" tabIndex={-1}>
      <h1>Page not found</h1>
    </main>
  );
}
