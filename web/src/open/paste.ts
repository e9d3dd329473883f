/** Opens files that are pasted onto the page; text that is pasted belongs to the box it is pasted into. */
export function acceptPastes(onFiles: (files: readonly File[]) => void): void {
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
}
