/**
 * Million tags a second of other programs on 10 million tags of two channels at 1 MHz each, in memory unless
 * noted, measured by tagview's designers on a noisy two-core virtual machine; ranges where runs differed.
 */
export const PEERS = {
  "correlation, 10 ns": ["tangy 141", "tagtools 73 to 90", "trattoria 58 to 68 (decodes PTU)"],
  "correlation, 1 us": ["tangy 66", "tagtools 6.4 to 7.8", "trattoria 54 to 58 (decodes PTU)"],
  "correlation, 90 log bins": ["pycorrelate 0.17", "tttrlib multi-tau 1.1 to 3.7"],
  coincidences: ["tangy 115", "tagtools (set intersection) 125"],
};
