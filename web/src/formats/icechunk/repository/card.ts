import { count } from "@tagview/charts";
import {
  FILE_KINDS,
  filesByKind,
  type NamedSnapshots,
  type OutlinedRepository,
  type RepositoryCheck,
  type RepositoryOutline,
} from "@tagview/engine";
import { itemCard } from "../../../app/item-card";
import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { factsList } from "../../../ui/facts";
import { wrongList } from "../../../ui/findings";
import { linkButton } from "../../../ui/link-button";
import { bytes, some } from "../../../ui/numbers";
import { sentence } from "../../../ui/sentence";
import type { Repository } from "../state";
import { checkRepository, folderOf } from "./read";

/** Maximum number of listed findings. */
const MOST_FINDINGS = 100;

const KIND_NAMES = { transactions: "transaction logs", refs: "branches, tags", other: "other" };

/** A repository's version, contents and errors. */
export function repositoryCard(copyLink: () => Promise<boolean>): Panel<Repository> {
  return itemCard("icechunk", [linkButton(copyLink)], ({ summary }: OutlinedRepository, repository) =>
    facts(repository, summary),
  );
}

function facts(repository: Repository, summary: RepositoryOutline): HTMLElement[] {
  const { spec_version, branches, tags, deleted_tags, snapshots, manifests, repo } = summary;
  const refs = manifests.reduce((sum, { arrays }) => sum + arrays.reduce((n, { refs }) => n + refs, 0), 0);
  const names = (refs: NamedSnapshots): string => [...refs.keys()].join(", ") || "none";
  const list: [string, string][] = [
    ["version", String(spec_version ?? "?")],
    ["branches", names(branches)],
    ["tags", names(tags)],
    ...(deleted_tags.length > 0 ? [["deleted tags", deleted_tags.join(", ")] as [string, string]] : []),
    ["snapshots", count(snapshots.length)],
    ["references", count(refs)],
    ...(repo ? [["status", repo.status.availability] as [string, string]] : []),
  ];
  return [factsList(list), filesTable(repository), ...findings(repository, summary)];
}

function filesTable({ folder }: Repository): HTMLElement {
  const kinds = filesByKind(folderOf(folder));
  const rows = FILE_KINDS.filter((kind) => kinds[kind].files > 0).map((kind) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, kind in KIND_NAMES ? KIND_NAMES[kind as keyof typeof KIND_NAMES] : kind),
      h("td", {}, count(kinds[kind].files)),
      h("td", {}, bytes(kinds[kind].bytes)),
    ),
  );
  const head = ["kind", "files", "size"].map((name) => h("th", { scope: "col" }, name));
  const cut = h("p", { class: "field-note" }, "The folder has more files than were listed.");
  return h(
    "div",
    {},
    h(
      "table",
      { class: "kinds" },
      h("caption", { class: "unseen" }, "Files by kind"),
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...rows),
    ),
    folder.isCut && cut,
  );
}

function findings(repository: Repository, summary: RepositoryOutline): HTMLElement[] {
  const { check, folder } = repository;
  const button = h(
    "button",
    {
      disabled: check.is === "reading" || folder.isCut,
      title: "Check that every referenced manifest and native chunk exists",
      onclick: () => void checkRepository(repository),
    },
    check.is === "reading" ? "Checking …" : "Is all there?",
  );
  const done = check.is === "read" ? check.what : null;
  const wrong = [...summary.findings, ...(done?.findings ?? [])];
  const items = wrong
    .slice(0, MOST_FINDINGS)
    .map((finding) => h("li", { class: finding.severity }, `${finding.path}: ${sentence(finding)}`));
  const more = wrong.length + (done?.more ?? 0) - items.length;
  if (more > 0) items.push(h("li", {}, `and ${some(more, "finding")} more`));
  return [
    h(
      "div",
      { class: "check" },
      button,
      done && h("p", { class: "field-note" }, checked(done)),
      check.is === "failed" && h("p", { class: "field-error" }, check.error),
    ),
    ...wrongList(items),
  ];
}

function checked(check: RepositoryCheck): string {
  const { unreachable, unreachable_damaged, manifests, chunks, storage, findings, more } = check;
  const looked = `${some(manifests, "manifest")} and ${some(chunks, "native chunk")} checked: `;
  const result = findings.length === 0 ? "all are there." : `${some(findings.length + more, "finding")}.`;
  const sizes = [
    `native ${bytes(Number(storage.native_bytes))}`,
    `virtual ${bytes(Number(storage.virtual_bytes))}`,
    `inline ${bytes(Number(storage.inline_bytes))}`,
  ];
  const damaged = unreachable_damaged.length === 0 ? "" : `, ${unreachable_damaged.length} of them damaged`;
  const unchecked =
    unreachable === 0
      ? ""
      : ` Not checked, as no branch or tag leads there: ${some(unreachable, "snapshot")}${damaged}.`;
  return `${looked}${result} Chunks that branches and tags lead to: ${sizes.join(", ")}.${unchecked}`;
}
