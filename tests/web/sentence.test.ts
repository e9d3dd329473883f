import { expect, it } from "vitest";
import { sentence } from "../../web/src/ui/sentence";

it("reports an error in sentences: what is wrong, what to do, where", () => {
  const error = { message: "the file ends in mid-frame", remedy: "fetch the rest of it", offset: 1234n };
  expect(sentence(error)).toBe("The file ends in mid-frame. Fetch the rest of it. At byte 1,234.");
  expect(sentence({ ...error, offset: null })).toBe("The file ends in mid-frame. Fetch the rest of it.");
});

it("leaves a remark's sentences as they are", () => {
  const remark = { message: "Partition 3 stands twice. The last one counts.", offset: 7n };
  expect(sentence(remark)).toBe("Partition 3 stands twice. The last one counts. At byte 7.");
});

it("names parameters as the page's boxes do", () => {
  const remedy = 'name its columns, as in `columns: "channel,time"`';
  expect(sentence({ message: "this is text", remedy, offset: null })).toBe(
    "This is text. Name its columns, as in columns channel,time.",
  );
});

it("names operations by the command that does them", () => {
  const error = { message: "this recording has no index", offset: null };
  expect(sentence({ ...error, remedy: "write it again with `slice`" })).toBe(
    "This recording has no index. Write it again with tagview slice.",
  );
  expect(sentence({ ...error, remedy: "use `slice-stream`, which needs none" })).toBe(
    "This recording has no index. Use tagview slice -, which needs none.",
  );
});
