import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns the elements that break a rule of axe-core, best practices included, or only `rule` if it is given. It runs
 * in the page itself, which has no frames, and reports violations only: this takes a fifth of the time. It waits until no
 * answer is pending and nothing fades: a chart that is being replaced is pale on purpose.
 */
export async function findings(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await page.waitForFunction(() => {
    const isPending = [...document.querySelectorAll('[aria-busy="true"]')].some((node) =>
      node.checkVisibility(),
    );
    return !isPending && document.getAnimations().length === 0;
  });
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
