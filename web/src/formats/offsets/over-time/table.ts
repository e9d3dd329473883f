import { count } from "@tagview/charts";
import { type PartitionMovement, paceOf, paceText, secondsText } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { panelHead } from "../../../ui/panel-head";
import { scrolledTable } from "../../../ui/scrolled-table";
import { virtualRows } from "../../../ui/virtual-rows";
import { WORDING } from "../sentences";
import type { SeriesShown } from "./shown";

/** The partitions in a table, the worst first; a click on one points it out on the map. */
export function seriesTable(): Panel<SeriesShown> {
  let now: SeriesShown | null = null;
  let drawn: (Pick<SeriesShown, "read"> & { filter: string; chosen: number | null }) | null = null;
  let listed: readonly PartitionMovement[] = [];
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "partition",
    "aria-label": "Find a partition",
    oninput: () => now?.change({ filter: search.value }),
  });
  const found = h("span", { class: "faint" });
  const caption = "Partitions, the worst first";
  const { scroller, table, head } = scrolledTable({ kind: "series-partitions", caption });
  const root = h(
    "section",
    { class: "panel table-panel", "aria-labelledby": "series-table-title" },
    panelHead(h("h2", { id: "series-table-title" }, "Partitions, worst first"), [], [found, search]),
    scroller,
  );
  const rows = virtualRows(scroller, table, (place) => {
    const one = listed[place] as PartitionMovement;
    const isChosen = one.row === now?.view.chosen;
    const name = h(
      "button",
      {
        class: "link",
        "aria-pressed": isChosen ? "true" : "false",
        onclick: () => now?.change({ chosen: isChosen ? null : one.row }),
      },
      WORDING.name(one.key),
    );
    return h(
      "tr",
      { class: isChosen ? "chosen" : "" },
      h("th", { scope: "row" }, name),
      ...cells(one, now?.read.lag !== null).map((text, index) =>
        h("td", { class: index === 0 ? `state is-${one.state}` : "" }, text),
      ),
    );
  });

  return {
    root,
    render: (shown) => {
      const { read, view } = shown;
      const before = drawn;
      now = shown;
      drawn = { read, filter: view.filter, chosen: view.chosen };
      const titles = [
        "partition",
        "state",
        "moved",
        "mean rate",
        ...(read.lag ? ["lag", "to catch up"] : []),
      ];
      head.replaceChildren(...titles.map((title) => h("th", { scope: "col" }, title)));
      const wanted = view.filter.trim();
      listed = read.partitions.filter(({ key }) => WORDING.name(key).includes(wanted));
      setText(found, wanted === "" ? "" : `${count(listed.length)} of ${count(read.partitions.length)}`);
      const isSameList = before?.read === read && before.filter === view.filter;
      if (isSameList) rows.grow(listed.length);
      else rows.show(listed.length);
      const place = listed.findIndex(({ row }) => row === view.chosen);
      if (before?.chosen !== view.chosen && place >= 0) rows.reach(place);
    },
  };
}

/** State, total movement, rate and, if known, lag. */
function cells(one: PartitionMovement, hasLag: boolean): string[] {
  const { state, whole, lag } = one;
  const pace = paceOf(one);
  return [
    state.replaceAll("-", " "),
    whole === null ? "–" : count(whole.moved),
    pace === null ? "–" : paceText(pace, whole?.rate != null, count),
    ...(hasLag
      ? [lag ? count(lag.offsets) : "–", lag?.seconds == null ? "–" : secondsText(lag.seconds)]
      : []),
  ];
}
