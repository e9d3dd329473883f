import type { Panel } from "../../../app/panel";
import { comparisonBody } from "../../../comparison/panel";
import type { State } from "../session/state";

/** The sizes of the tags in other formats. */
export function otherFormatsBody(): Panel<State> {
  const { root, render } = comparisonBody({
    many: "tags",
    one: "one tag",
    formats: "ten",
    all: { tags: 1 << 24 },
  });
  return { root, render: ({ current }) => render(current) };
}
