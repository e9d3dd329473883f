/** The Python code that panels copy only reads keys that the output of the command has. */

import { expect, test } from "vitest";
import { tags } from "../../cli/src/commands/tags";
import type { PanelId } from "../../web/src/formats/tags/export/panel-id";
import { python } from "../../web/src/formats/tags/export/python";

const COMMANDS: Record<PanelId, string> = {
  ...{ rate: "rate", gaps: "gaps", matrix: "pairs", g2: "g2", coincidences: "coincidences" },
  ...{ stability: "stability", lifetime: "lifetime" },
  ...{ image: "image", phasor: "image", "region-decay": "image" },
};

/** The names of all properties in a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(value as object) : []),
    ...namesIn(value),
  ]);
}

test("the keys that are read are in the schema", async () => {
  const schemas = await tags.schemas();
  for (const [panel, command] of Object.entries(COMMANDS)) {
    const read = [...python(panel as PanelId, []).matchAll(/\w\['(\w+)'\]/gu)].map((match) => match[1]);
    expect(read.length).toBeGreaterThan(0);
    expect(namesIn(schemas[command]), panel).toEqual(expect.arrayContaining(read));
  }
});
