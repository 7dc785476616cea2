import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { nodes } from "./nodes.tsx";

test("elements of a message are replaced, and user input is escaped", () => {
  const html = renderToStaticMarkup(
    nodes("Order of <b>Ama</b>: <price/>, <link>details</link>", { price: "$5", link: (words) => words.toUpperCase() }),
  );
  expect(html).toBe("Order of &lt;b&gt;Ama&lt;/b&gt;: $5, DETAILS");
});
