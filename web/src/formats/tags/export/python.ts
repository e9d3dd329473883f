/** A few lines of Python that run commands and read their output. */

import type { PanelId } from "./panel-id";

/** The parts of each recording's object that are read, by panel. */
const READ: Record<PanelId, readonly string[]> = {
  rate: ["for channel in result['channels']:", "    print(channel['channel'], channel['counts'])"],
  gaps: ["for channel in result['channels']:", "    print(channel['channel'], channel['counts'])"],
  matrix: [
    "for pair in result['pairs']:",
    "    print(pair['a'], pair['b'], pair['delay'], pair['significance'])",
  ],
  g2: ["delays, counts, g2 = result['delay'], result['counts'], result['g2']", "print(delays, counts, g2)"],
  coincidences: [
    "for pattern in result['patterns']:",
    "    print(pattern['channels'], pattern['counts'], pattern['accidentals'], pattern['car'])",
  ],
  stability: [
    "for channel in result['channels']:",
    "    print(channel['channel'], channel['allan_deviation'])",
  ],
  image: ["print(result['width'], result['height'], result['counts'])"],
  phasor: ["print(result['period'], result['counts'])"],
  "region-decay": ["print(result['decay'], result['mean_delay_s'])"],
  lifetime: ["print(result['lifetime'], result['lifetime_error'], result['counts'])"],
};

export function python(panel: PanelId, commands: readonly (readonly string[])[]): string {
  // A string of JSON is one of Python too.
  const lists = commands.map((command) => command.map((word) => `    ${JSON.stringify(word)},`).join("\n"));
  const read = READ[panel].map((line) => `    ${line}`).join("\n");
  return `import json
import subprocess

commands = [
${lists.map((words) => `  [\n${words}\n  ],`).join("\n")}
]
# An exit status of 1 means damage: what could be read is printed all the same.
printed = [subprocess.run(command, stdout=subprocess.PIPE).stdout for command in commands]
# An object for each recording; times are in ticks, and exact.
for result in map(json.loads, b''.join(printed).splitlines()):
${read}
`;
}
