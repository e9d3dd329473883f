import { expect, it } from "vitest";
import { compressedText } from "../../web/src/formats/tags/model/compressed";

it.each(["zstd", "gzip"])("states that the page does not read text inside %s", (program) => {
  const text = compressedText({ code: `${program}-file` });
  expect(text).toContain(`inside ${program}. Decompress the file with ${program} -d`);
  expect(text).toContain("the command line reads it as it is");
});

it("leaves other errors to the engine", () => {
  expect(compressedText({ code: "unknown-format" })).toBeNull();
  expect(compressedText({ code: "corrupt-frame" })).toBeNull();
});
