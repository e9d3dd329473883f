/**
 * Shows the page in a frame below a cell, and passes the page's requests for bytes on to Python.
 *
 *     page  <-- messages of a port -->  this script  <-- messages of the widget -->  _view.py
 *
 * The frame is a sandbox without the notebook's origin: the page has no access to the document of the notebook. The
 * page's address is a blob that this script writes, which is how the page recognises that it may take a file from here.
 */

/** Maximum number of requests without an answer, and of the bytes of one. Python has the same maximum of bytes. */
const MAX_REQUESTS = 8;
const MAX_LENGTH = 4 << 20;

const WAITING = "Waiting for Python. If the page does not appear, run the cell again.";

function render({ model, el }) {
  const view = randomName();
  const frame = document.createElement("iframe");
  const note = document.createElement("p");
  /** The page's requests that Python has not answered, by their numbers in messages to Python. */
  const requests = new Map();
  let last = 0;
  /** Facts about the file, from Python. */
  let file = null;
  let address = null;
  let port = null;
  let isClosed = false;

  const resize = () => {
    frame.style.height = `${model.get("height")}px`;
  };

  const show = async (about, buffer) => {
    const page = await unpacked(bytesOf(buffer));
    if (isClosed || address !== null) return;
    file = about;
    address = URL.createObjectURL(page);
    frame.src = address;
    el.replaceChildren(frame);
  };

  const fail = ({ message, remedy }) => {
    note.textContent = `tagview: ${message}${remedy ? `: ${remedy}` : ""}`;
  };

  const fromPython = (content, buffers) => {
    if (content?.view !== view) return;
    if (content.type === "page") {
      show(content.file, buffers[0]).catch((error) => fail({ message: String(error) }));
      return;
    }
    const request = requests.get(content.id);
    requests.delete(content.id);
    if (request === undefined) {
      if (content.type === "error") fail(content.error);
    } else if (content.type === "bytes") {
      const bytes = bytesOf(buffers[0]);
      request.port.postMessage({ id: request.id, bytes }, [bytes]);
    } else {
      request.port.postMessage({ id: request.id, error: content.error });
    }
  };

  const fromPage = (from, { id, offset, length }) => {
    const isRange = [id, offset, length].every((number) => Number.isSafeInteger(number) && number >= 0);
    if (!isRange || length > MAX_LENGTH || requests.size >= MAX_REQUESTS) {
      from.postMessage({ id, error: { message: "the page requested too much at once", remedy: "" } });
      return;
    }
    last += 1;
    requests.set(last, { port: from, id });
    try {
      model.send({ type: "read", view, id: last, offset, length });
    } catch (error) {
      requests.delete(last);
      from.postMessage({ id, error: { message: `the notebook has no connection to Python (${error})`, remedy: "" } });
    }
  };

  /** A page is ready for its file: the first time, and again after the notebook moved the frame. */
  const onReady = ({ source, origin, data }) => {
    const isPage = source !== null && source === frame.contentWindow && origin === "null";
    if (!isPage || data?.tagview !== "ready" || file === null) return;
    port?.close();
    const channel = new MessageChannel();
    const own = channel.port1;
    port = own;
    own.onmessage = (event) => fromPage(own, event.data ?? {});
    source.postMessage({ tagview: "file", ...file }, "*", [channel.port2]);
  };

  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.allow = "clipboard-write";
  frame.title = "tagview";
  Object.assign(frame.style, { display: "block", width: "100%", border: "1px solid #8888", boxSizing: "border-box" });
  resize();
  note.textContent = WAITING;
  el.replaceChildren(note);
  addEventListener("message", onReady);
  model.on("msg:custom", fromPython);
  model.on("change:height", resize);
  model.send({ type: "open", view, id: 0 });

  return () => {
    isClosed = true;
    removeEventListener("message", onReady);
    model.off("msg:custom", fromPython);
    model.off("change:height", resize);
    port?.postMessage({ closed: true });
    port?.close();
    requests.clear();
    frame.remove();
    if (address !== null) URL.revokeObjectURL(address);
  };
}

/** A name of this view: other views of the widget, also in other browsers, receive the same messages. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a message in a buffer of their own. */
function bytesOf(buffer) {
  const view = ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer);
  return view.slice().buffer;
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Blob([await new Response(stream).arrayBuffer()], { type: "text/html;charset=utf-8" });
}

export default { render };
