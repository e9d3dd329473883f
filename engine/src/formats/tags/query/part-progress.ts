/**
 * Progress of a query in one part.
 *
 *     open -- queried to its end --> answered -- its results are joined --> joined
 *       |
 *       +-- its tags are gone, after some of its results were joined --> lost
 */

export class PartProgress {
  /** Number of held tags already covered by earlier queries. */
  tags = 0;
  /** Number of tags of the part that its results cover; 0 if other parts cover it. */
  covered = 0;
  /** Whether held tags have returned results. */
  fromHeld = false;
  /** Whether some results were joined, so that the whole query restarts if its tags are lost. */
  isInAnswer = false;
  private state: "open" | "answered" | "joined" | "lost" = "open";
  /** Results not joined yet. */
  private found: Uint8Array[] = [];

  get isOpen(): boolean {
    return this.state === "open";
  }

  get isLost(): boolean {
    return this.state === "lost";
  }

  /** Whether the query of this part is complete. */
  get isComplete(): boolean {
    return this.state === "answered" || this.state === "joined";
  }

  /** Adds a result after which the first `covered` tags of the part are covered. */
  add(answer: Uint8Array, covered: number): void {
    this.found.push(answer);
    this.covered = covered;
  }

  /** Adds a result of held tags, which are now the first `tags` of the part. */
  addHeld(answer: Uint8Array, tags: number): void {
    this.add(answer, tags);
    this.tags = tags;
    this.fromHeld = true;
  }

  /** The whole part was queried, or no tag of it is selected. */
  complete(): void {
    if (this.state === "open") this.state = "answered";
  }

  lose(): void {
    this.state = "lost";
  }

  /** Results to join next. */
  *answers(): Generator<Uint8Array> {
    for (const answer of this.found) {
      this.isInAnswer = true;
      yield answer;
    }
    this.found = [];
  }

  /** Whether it is completely joined, after its results are. */
  join(): boolean {
    if (!this.isComplete) return false;
    this.state = "joined";
    this.isInAnswer = true;
    return true;
  }
}
