/** What killed commands left behind. */
export interface Killed {
  moments: number;
  old: number;
  new: number;
  none: number;
  /** Drafts of killed commands, which disturb no later command. */
  drafts: number;
  /** A line for each output that was neither the old file nor the new one nor none. */
  broken: string[];
}

export function kill(options: {
  moments: number;
  folder: string;
  cli: string;
  seed: number;
}): Promise<Killed>;
