import { deflateRawSync } from 'node:zlib';

/** Deliberately wrong header fields of an archive file. */
interface ZipFileQuirks {
  /** Compression method written instead of the actual one. */
  readonly method?: number;
  /** General purpose flags, such as 1 for encrypted. */
  readonly flags?: number;
  /** True if the bytes are already deflated. */
  readonly isDeflated?: boolean;
}

export type ZipFile = readonly [name: string, content: string | Uint8Array, quirks?: ZipFileQuirks];

/** Minimal ZIP archives for tests. */
export function zipFiles(files: readonly ZipFile[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content, { method = 8, flags = 0, isDeflated = false } = {}] of files) {
    const bytes = Buffer.from(content);
    const stored = isDeflated || method === 0 ? bytes : deflateRawSync(bytes);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags, 2);
    header.writeUInt16LE(method, 4);
    header.writeUInt32LE(stored.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), stored]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, tail, Buffer.from(name)]));
    local.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length & 0xffff, 8);
  end.writeUInt16LE(files.length & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
