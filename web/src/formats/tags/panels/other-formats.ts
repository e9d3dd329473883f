import type { Panel } from "../../../app/panel";
import { comparisonBody } from "../../../comparison/panel";
import { snapshotOf } from "../session/reading";
import { get, type State } from "../session/state";

/** The sizes of the tags in other formats. */
export function otherFormatsBody(): Panel<State> {
  const { root, render } = comparisonBody({
    many: "tags",
    one: "one tag",
    formats: "ten",
    all: { tags: 1 << 24 },
    total: () => {
      const { current } = get();
      const isRead = current?.reading.phase === "done";
      return isRead ? (snapshotOf(current.reading)?.tags ?? null) : null;
    },
  });
  return { root, render: ({ current }) => render(current) };
}
