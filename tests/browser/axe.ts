import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe-core finds, its best practices included, or by one rule: the elements that break a rule. It is run in the page
 * as it is, which has no frames within, and tells of what is broken alone: that takes a fifth of the time.
 */
export async function findings(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rule === undefined ? {} : { runOnly: [rule] }),
  };
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    };
    const { violations, passes } = await axe.run(document, options);
    if (passes.length === 0) throw new Error("Nothing was looked at.");
    return violations;
  }, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, any }) =>
      [
        `${id}: ${help}: ${target.join(" ")}: ${html.slice(0, 120)}`,
        ...any.map(({ message }) => message),
      ].join("; "),
    ),
  );
}
