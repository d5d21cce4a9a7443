const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;

/** Compound files for tests: root streams only, all stored in regular sectors. */
export function compoundFile(streams: Readonly<Record<string, Uint8Array>>): Buffer {
  const names = Object.keys(streams);
  const table: number[] = [];
  const sectors: Buffer[] = [];
  const place = (bytes: Uint8Array): number => {
    const first = sectors.length;
    const count = Math.max(1, Math.ceil(bytes.length / SECTOR));
    for (let at = 0; at < count; at++) {
      const sector = Buffer.alloc(SECTOR);
      Buffer.from(bytes.subarray(at * SECTOR, (at + 1) * SECTOR)).copy(sector);
      sectors.push(sector);
      table.push(at === count - 1 ? END : first + at + 1);
    }
    return first;
  };
  const starts = names.map((name) => place(streams[name]!));
  const entries = [
    entry('Root Entry', 5, 1, END, 0),
    ...names.map((name, at) => entry(name, 2, FREE, starts[at]!, streams[name]!.length)),
  ];
  // each stream is the right sibling of the previous one
  names.forEach((_, at) => entries[at + 1]!.writeUInt32LE(at + 1 < names.length ? at + 2 : FREE, 72));
  const directory = place(Buffer.concat(entries));
  const tableSectors = Math.ceil((table.length + 8) / 128);
  const tableStart = sectors.length;
  for (let at = 0; at < tableSectors; at++) table.push(TABLE);
  const tableBytes = Buffer.alloc(tableSectors * SECTOR, 0xff);
  table.forEach((next, at) => tableBytes.writeUInt32LE(next, at * 4));
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableSectors, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(0, 56); // no mini streams
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at++)
    header.writeUInt32LE(at < tableSectors ? tableStart + at : FREE, 76 + at * 4);
  return Buffer.concat([header, ...sectors, tableBytes]);
}

function entry(name: string, type: number, child: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(FREE, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start >>> 0, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
