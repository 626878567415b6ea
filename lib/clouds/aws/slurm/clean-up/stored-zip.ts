import { crc32 } from "./crc32";

/** Day of every entry, 1980-01-01, so that the same text gives the same bytes. */
const DOS_DATE = 0x21;

/** A zip archive of one text file, stored without compression, in base64. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function storedZip(name: string, text: string): Buffer {
  const data = Buffer.from(text, "utf8");
  const file = Buffer.from(name, "utf8");
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0); // version needed
  common.writeUInt16LE(DOS_DATE, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([signature(0x04034b50), common, file, data]);
  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6); // readable by Lambda's user
  const madeBy = Buffer.from([20, 3]); // Unix
  const central = Buffer.concat([signature(0x02014b50), madeBy, common, attributes, file]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
}
