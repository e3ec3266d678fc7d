// Reads a stored ZIP the way most JavaScript readers do: end record, central
// directory, then each local header; writes the entries one after the other.
import { readFileSync } from "node:fs";
const bytes = readFileSync(process.argv[1]);
let end = bytes.length - 22;
while (end >= 0 && bytes.readUInt32LE(end) !== 0x06054b50) end -= 1;
let at = bytes.readUInt32LE(end + 16);
for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
  if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("no central header");
  const size = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  process.stdout.write(bytes.subarray(data, data + size));
  at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
}
