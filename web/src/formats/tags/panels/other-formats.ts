import type { Panel } from "../../../app/panel";
import { comparisonBody } from "../../../comparison/panel";
import type { State } from "../session/state";

/** What the tags would take in other formats. */
export function otherFormatsBody(): Panel<State> {
  const { root, render } = comparisonBody({
    many: "tags",
    one: "one tag",
    formats: "ten",
    all: { tags: 1 << 24 },
  });
  return { root, render: ({ current }) => render(current) };
}
