/** The file of `--channels` as JSON. */

import { CHANNEL_COLOURS, CHANNEL_ROLES, MAX_NAME_LENGTH } from "@tagview/engine/channel-list";
import { Type } from "typebox";

const NUMBER = "^\\d{1,20}$";

const settings = {
  name: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: MAX_NAME_LENGTH,
      description: "unique name, printed beside the number in tables",
    }),
  ),
  role: Type.Optional(
    Type.Unsafe<string | null>({
      enum: [...CHANNEL_ROLES, "", null],
      description: "what the channel records",
    }),
  ),
  delay: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ["string", "integer", "null"],
      description: "delay of the channel, subtracted from its times: with a unit as in 1.5ns, or in ticks",
    }),
  ),
  colour: Type.Optional(
    Type.Unsafe<string | null>({
      enum: [...CHANNEL_COLOURS, "", null],
      description: "colour of the channel in charts",
    }),
  ),
};

const channel = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: NUMBER })], {
  description: "number of the channel",
});

/** An object by channel, or a list whose entries have `channel`. */
export const channelList = Type.Union([
  Type.Unsafe<object>({
    type: "object",
    patternProperties: { [NUMBER]: Type.Object(settings, { additionalProperties: false }) },
    additionalProperties: false,
  }),
  Type.Array(Type.Object({ channel, ...settings }, { additionalProperties: false })),
]);
