/**
 * The smallest ONNX model, written byte by byte: `y = a + b` over two floats. It proves that the
 * runtime parses, plans and computes, without any weights on the disk.
 */

/** Protocol-buffer wire types that the model uses. */
const VARINT = 0;
const BYTES = 2;

/** ONNX's number for 32-bit floats. */
const ONNX_FLOAT = 1;
/** Old enough for every runtime: IR 7 (1.7), operator set 13 (1.8). */
const IR_VERSION = 7;
const OPSET_VERSION = 13;

/** How many floats go in and come out. */
export const PROBE_SIZE = 2;

/** The model's bytes. Field numbers are those of `onnx.proto`. */
export function probeModel(): Uint8Array {
  const node = message(text(1, "a"), text(1, "b"), text(2, "y"), text(4, "Add"));
  const graph = message(
    nested(1, node),
    text(2, "probe"),
    nested(11, floats("a")),
    nested(11, floats("b")),
    nested(12, floats("y")),
  );
  const opset = message(number(2, OPSET_VERSION));
  return message(number(1, IR_VERSION), nested(7, graph), nested(8, opset));
}

/** A value description: name, and a tensor of {@link PROBE_SIZE} floats. */
function floats(name: string): Uint8Array {
  const shape = message(nested(1, message(number(1, PROBE_SIZE))));
  const tensor = message(number(1, ONNX_FLOAT), nested(2, shape));
  return message(text(1, name), nested(2, message(nested(1, tensor))));
}

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}

/** Every number here is below 128, so that a varint is one byte. */
function number(field: number, value: number): Uint8Array {
  return Uint8Array.of((field << 3) | VARINT, value);
}

function nested(field: number, content: Uint8Array): Uint8Array {
  return message(Uint8Array.of((field << 3) | BYTES, content.byteLength), content);
}

function text(field: number, value: string): Uint8Array {
  return nested(field, Buffer.from(value));
}
