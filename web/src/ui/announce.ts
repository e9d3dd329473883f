/** Announces `sentence` to screen readers, without moving the focus. */
export function announce(sentence: string): void {
  const live = document.getElementById("live");
  if (live) live.textContent = sentence;
}
