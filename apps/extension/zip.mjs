/** Zip files that say nothing of when and where they were made. */
import { crc32, deflateRawSync } from "node:zlib";

/** The first moment the format knows: 1980-01-01. */
const NO_TIME = 0x0021_0000;
const VERSION = 20;
const DEFLATED = 8;
const UTF8 = 0x0800;

/** What a file's own head and its line in the list at the end have in common. */
function headOf({ name, packed, bytes }) {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(UTF8, 2);
  head.writeUInt16LE(DEFLATED, 4);
  head.writeUInt32LE(NO_TIME, 6);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

const word = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** @param {{name: string, bytes: Buffer}[]} files in the order of the archive. */
export function zipOf(files) {
  const parts = [];
  const list = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = headOf({ name, packed, bytes });
    const local = Buffer.concat([word(0x04034b50), head, Buffer.from(name), packed]);
    list.push(Buffer.concat([word(0x02014b50), Buffer.from([VERSION, 0]), head, Buffer.alloc(10), word(offset), Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
