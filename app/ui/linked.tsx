import type { ReactNode } from "react";
import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";

/** Returns a message whose part in `<link>` leads to a page: `linked(t("Have an account? <link>Log in</link>"), "/auth")`. */
export function linked(text: string, to: string): ReactNode {
  return nodes(text, { link: (words) => <Link to={to}>{words}</Link> });
}
