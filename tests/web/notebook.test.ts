/** The bytes that the widget of a notebook sends to the page. */

import { afterEach, describe, expect, it } from "vitest";
import { bytesBehind } from "../../web/src/open/notebook";

const BLOCK = 1 << 20;
const content = Uint8Array.from({ length: 3 * BLOCK + 1000 }, (_, k) => (k * 31 + (k >> 8)) % 256);

interface Requested {
  id: number;
  offset: number;
  length: number;
}

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A file behind a port, with the requests that the widget has; `answer` is called for each. */
function behind(answer: (request: Requested, port: MessagePort) => void) {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const requests: Requested[] = [];
  port1.onmessage = ({ data }: MessageEvent<Requested>) => {
    requests.push(data);
    answer(data, port1);
  };
  return { file: bytesBehind(port2, content.length), requests, port: port1 };
}

function send({ id, offset, length }: Requested, port: MessagePort): void {
  port.postMessage({ id, bytes: content.slice(offset, offset + length).buffer });
}

/** Whether a slice of the file has its bytes. */
async function isRight(file: ReturnType<typeof bytesBehind>, start: number, end: number): Promise<boolean> {
  return Buffer.from(content.subarray(start, end)).equals((await file.slice(start, end)) as Uint8Array);
}

describe("a file of a notebook", () => {
  it("is read in blocks, in any order of answers", async () => {
    const waiting: (() => void)[] = [];
    const { file, requests } = behind((request, port) => {
      waiting.push(() => send(request, port));
      if (waiting.length === 4) for (const answer of waiting.splice(0).reverse()) answer();
    });
    expect(file.byteLength).toBe(content.length);
    expect(await isRight(file, 5, content.length - 7)).toBe(true);
    const lengths = requests.map(({ offset, length }) => [offset, length]);
    expect(lengths).toEqual([
      [0, BLOCK],
      [BLOCK, BLOCK],
      [2 * BLOCK, BLOCK],
      [3 * BLOCK, 1000],
    ]);
    // They are in memory.
    for (const [start, end] of [
      [0, 10],
      [BLOCK - 3, BLOCK + 3],
      [2 * BLOCK, 3 * BLOCK],
      [9, 9],
    ] as const)
      expect(await isRight(file, start, end)).toBe(true);
    expect(requests.length).toBe(4);
  });

  it("has few requests without an answer, and few blocks in memory", async () => {
    const length = 40 * BLOCK;
    let without = 0;
    let most = 0;
    const { port1, port2 } = new MessageChannel();
    open.push(port1, port2);
    let requests = 0;
    port1.onmessage = ({ data: { id, length } }: MessageEvent<Requested>) => {
      requests += 1;
      without += 1;
      most = Math.max(most, without);
      setTimeout(() => {
        without -= 1;
        port1.postMessage({ id, bytes: new ArrayBuffer(length) });
      });
    };
    const file = bytesBehind(port2, length);
    await Promise.all(Array.from({ length: 40 }, (_, k) => file.slice(k * BLOCK, k * BLOCK + 5)));
    expect([requests, most]).toEqual([40, 4]);
    await file.slice(39 * BLOCK, 40 * BLOCK);
    expect(requests).toBe(40);
    await file.slice(0, 1);
    expect(requests).toBe(41);
  });

  it("reports errors, and requests the bytes again the next time", async () => {
    const answers: object[] = [
      { error: { message: "the disk is gone", remedy: "mount it" } },
      { error: { message: 7 } },
      { bytes: new ArrayBuffer(5) },
      { bytes: "text" },
      {},
    ];
    const { file } = behind((request, port) => {
      const answer = answers.shift();
      if (answer === undefined) send(request, port);
      else port.postMessage({ id: request.id, ...answer });
    });
    const refused = { code: "read-failed", message: "the disk is gone", remedy: "mount it", offset: 0n };
    await expect(file.slice(0, 10)).rejects.toMatchObject(refused);
    const other = { code: "read-failed", message: "the notebook sent other bytes than requested" };
    for (let k = 0; k < 4; k += 1) await expect(file.slice(0, 10)).rejects.toMatchObject(other);
    expect(await isRight(file, 0, 10)).toBe(true);
  });

  it("ignores answers to nothing", async () => {
    const { file } = behind((request, port) => {
      for (const answer of [null, 5, "text", { id: 99, bytes: new ArrayBuffer(5) }, { id: "1" }])
        port.postMessage(answer);
      send(request, port);
      send(request, port);
    });
    expect(await isRight(file, 0, 10)).toBe(true);
  });

  it("fails when the notebook closes it", async () => {
    const { file, port } = behind(() => {});
    const [first, second] = [file.slice(0, 10), file.slice(BLOCK, BLOCK + 1)];
    port.postMessage({ closed: true });
    const closed = { code: "read-failed", message: "the notebook closed the recording" };
    await expect(first).rejects.toMatchObject(closed);
    await expect(second).rejects.toMatchObject(closed);
    await expect(file.slice(0, 10)).rejects.toMatchObject(closed);
  });
});
