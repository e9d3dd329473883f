import { expect, it } from "vitest";
import { compressedText } from "../../web/src/formats/tags/model/compressed";

it.each([
  ["zstd", "this zstd file holds text, not a recording of time tags"],
  ["gzip", "this is a gzip file, not a recording of time tags (.tags.zst or .tags)"],
])("states that the page does not read text inside %s", (program, message) => {
  const text = compressedText({ code: "unknown-format", message });
  expect(text).toContain(`inside ${program}. Decompress the file with ${program} -d`);
  expect(text).toContain("the command line reads it as it is");
  expect(text).not.toMatch(/not a recording|convert/u);
});

it("leaves other errors to the engine", () => {
  const message = "this is text, not a recording of time tags";
  expect(compressedText({ code: "unknown-format", message })).toBeNull();
  expect(compressedText({ code: "corrupt-frame", message: "this zstd file holds less" })).toBeNull();
});
