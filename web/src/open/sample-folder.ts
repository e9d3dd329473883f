import { pageFile } from "../app/page-file";
import type { FoundFolder, Sample } from "../app/viewer";

const TYPE = "multipart/form-data; boundary=tagview-sample";

/** The files of a sample that is a folder: parts of one file next to the page, each named by its path. */
export async function sampleFolder({ name, path, address }: Sample): Promise<FoundFolder> {
  const bytes = await (await fetch(pageFile(path))).arrayBuffer();
  const form = await new Response(bytes, { headers: { "content-type": TYPE } }).formData();
  const files = [...form].flatMap(([path, file]) => (file instanceof File ? [{ path, file }] : []));
  return { name, files, isCut: false, origin: { from: "address", address } };
}
