import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodyRoom } from '../pipeline/body-room.js';
import type { Conversion } from '../model/page/conversion.js';
import { UnsupportedFileError } from '../model/errors.js';
import { resolveOptions } from '../model/options.js';
import { Converter } from '../ports/converter.port.js';
import { somePage } from '../testing/some-page.js';
import { DocumentService, type FileSource } from './document.service.js';
import { EventStream } from './events/event-stream.js';
import type { PageExtraction } from './extract/page-extraction.js';
import { RunningWork } from './running-work.js';

const RTF = Buffer.from('{\\rtf1 text}');
const SIZE = 1_000_000;

/** Ends no conversion by itself. */
class HeldConverter extends Converter {
  readonly releases: (() => void)[] = [];

  convert(): Promise<Conversion> {
    return new Promise((resolve) => {
      this.releases.push(() => resolve({ ...somePage(), anchors: null, structuredData: null } as Conversion));
    });
  }
}

function setUp() {
  const options = resolveOptions();
  const converter = new HeldConverter();
  const extraction = {
    validate: async () => {},
    admit: () => {},
    add: async ({ page }: { page: unknown }) => page,
  } as unknown as PageExtraction;
  const service = new DocumentService(
    converter,
    new RunningWork(options),
    extraction,
    options,
    new EventStream(),
    new BodyRoom(2 * SIZE),
  );
  const read = jest.fn(async () => new Uint8Array(SIZE));
  const source = (): FileSource => ({ size: SIZE, head: RTF, read });
  return { service, converter, read, source };
}

const turns = async () => {
  for (let n = 0; n < 20; n++) await nextTurn();
};

describe('DocumentService', () => {
  it('reads a file when there is room for it, and no sooner', async () => {
    const { service, converter, read, source } = setUp();
    const work = Array.from({ length: 5 }, () => service.convert(source()));
    await turns();
    const first = read.mock.calls.length;
    expect(first).toBeLessThanOrEqual(2);
    converter.releases[0]!();
    await turns();
    expect(read.mock.calls.length).toBe(first + 1);
    while (read.mock.calls.length < 5) {
      converter.releases.forEach((release) => release());
      await turns();
    }
    converter.releases.forEach((release) => release());
    expect(await Promise.all(work)).toHaveLength(5);
  });

  it('reads the file of another owner meanwhile', async () => {
    const { service, converter, read, source } = setUp();
    const work = ['a', 'a', 'a'].map((owner) => service.convert(source(), { owner }));
    await turns();
    const before = read.mock.calls.length;
    const small = { ...source(), size: 100_000 };
    const other = service.convert(small, { owner: 'b' });
    await turns();
    expect(read.mock.calls.length).toBe(before + 1);
    for (let n = 0; n < 4; n++) {
      converter.releases.forEach((release) => release());
      await turns();
    }
    await Promise.all([...work, other]);
  });

  it('judges a file by its first bytes, before it is read', async () => {
    const { service, read } = setUp();
    const picture = { size: SIZE, head: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), read };
    await expect(service.convert(picture)).rejects.toThrow(UnsupportedFileError);
    expect(read).not.toHaveBeenCalled();
  });
});
