import { id, idText, repositoryFiles } from "../support/icechunk";
import { drop, expect, test } from "./fixtures";

const files = repositoryFiles();
const file = (path: string): Buffer => Buffer.from(files[path] as Uint8Array);
const rows = "tbody tr:not(.blank)";

test("a dropped snapshot shows its nodes and manifests", async ({ page }) => {
  await page.goto("/");
  await drop(page, "a snapshot", file(`snapshots/${idText(id(2))}`));
  const tables = page.locator(".icechunk-tables .table-panel");
  await expect(tables.first().locator(`${rows} th`)).toHaveText(["/", "/temperature"]);
  await expect(tables.first().locator(`${rows} td`).nth(5)).toHaveText("y 20 × 20");
  await expect(tables.nth(1).locator(`${rows} th`)).toHaveText([idText(id(0x40))]);
  await expect(page.locator(".icechunk-card")).toContainText("add temperature");
});

test("a dropped manifest shows its arrays, and a cut one its error", async ({ page }) => {
  await page.goto("/");
  const manifest = file(`manifests/${idText(id(0x40))}`);
  await drop(page, "a manifest", manifest);
  await expect(page.locator(`.icechunk-tables ${rows}`)).toHaveText([/^48.*3111.*GB$/]);
  await drop(page, "cut", manifest.subarray(0, 200));
  await expect(page.locator(".icechunk-card .findings .error")).toContainText(
    "The content is not a valid manifest",
  );
});

test("dropped repository info shows branches, tags, history and updates", async ({ page }) => {
  await page.goto("/");
  await drop(page, "repo", file("repo"));
  const tables = page.locator(".icechunk-tables .table-panel");
  await expect(tables.first().locator(`${rows} th`)).toHaveText(["dev", "main", "v1", "gone"]);
  await expect(tables.nth(1).locator(rows)).toHaveCount(3);
});

test("the references of a manifest are compared in other formats, and other metadata has none", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "a manifest", file(`manifests/${idText(id(0x40))}`));
  const panel = page.locator(".panel.reference-formats");
  await panel.getByRole("button", { name: "Show Other formats" }).click();
  await panel.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Compare again" })).toBeVisible({ timeout: 60_000 });
  // Four formats, each uncompressed and with seven compressions, as the command line lists them.
  await expect(panel.locator("tbody tr")).toHaveCount(28);
  await expect(panel.locator(".field-note")).toContainText("All 3 references.");
  await expect(panel.locator("tbody th", { hasText: /^flatbuffers(?! \+)/u })).toHaveCount(1);
  await drop(page, "a snapshot", file(`snapshots/${idText(id(2))}`));
  await expect(page.locator(".icechunk-tables .table-panel")).toHaveCount(2);
  await expect(panel).toBeHidden();
});
