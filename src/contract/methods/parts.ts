/** Pieces of parameters that several groups of methods share, each with its bounds. */
import { Type } from "typebox";

/** The name of a tool or channel. */
export const Name = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });
/** The name of a setting of a plugin. */
export const Key = Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" });
/** Any JSON; the frame that it came in is its bound. */
export const Json = Type.Unknown();
/** The full key of a setting of the kernel. */
export const CoreKey = Type.String({ pattern: "^core\\.[A-Za-z0-9_.-]{1,122}$" });
/** What somebody looks for, in words. */
export const Query = Type.String({ minLength: 1, maxLength: 4000 });
/** The name of an entity, a person or a trait. */
export const EntityName = Type.String({ minLength: 1, maxLength: 200 });
export const TopK = Type.Optional(Type.Integer({ minimum: 1, maximum: 50 }));
/** SHA-256 of media, in hex. */
export const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** The call of one of the plugin's tools, as `tool.invoke` told it, on whose behalf it asks. */
export const CallNameSchema = Type.Object({
  turnId: Type.String({ minLength: 1, maxLength: 64 }),
  callId: Type.String({ minLength: 1, maxLength: 256 }),
});
export const within = { within: Type.Optional(CallNameSchema) };

/** Most media of one message. */
export const MEDIA_BLOCKS_MAX = 8;

const MIME = "^[a-z]{1,20}/[A-Za-z0-9.+-]{1,80}$";

/** A picture, sound or file: known to the hub already, or with its bytes as far as a frame holds them. */
export const MediaBlockSchema = Type.Union([
  Type.Object({ digest: Digest }, { additionalProperties: false }),
  // In a piece of the shared arena (`arena.alloc`): what is there when the call comes counts.
  Type.Object(
    {
      handle: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      mime: Type.String({ pattern: MIME }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      base64: Type.String({ minLength: 1, maxLength: 1_048_576 }),
      mime: Type.String({ pattern: MIME }),
    },
    { additionalProperties: false },
  ),
]);
export const MediaBlocksSchema = Type.Array(MediaBlockSchema, {
  minItems: 1,
  maxItems: MEDIA_BLOCKS_MAX,
});
