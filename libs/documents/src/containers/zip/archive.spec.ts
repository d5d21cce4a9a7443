import { DEFAULT_DOCUMENT_SETTINGS } from '../../settings.js';
import { DamagedDocumentError, EncryptedDocumentError } from '../../errors.js';
import { BudgetSpentError, DocumentBudget } from '../../document-budget.js';
import { Archive } from './archive.js';
import { zipFiles } from './zip-files.fixture.js';

const budget = (maxInflatedBytes = 1024 * 1024) =>
  new DocumentBudget({ ...DEFAULT_DOCUMENT_SETTINGS, maxInflatedBytes });
const open = (bytes: Uint8Array, maxInflatedBytes?: number) => new Archive(bytes, budget(maxInflatedBytes));
const text = (archive: Archive, name: string) => {
  const bytes = archive.read(name);
  return bytes && Buffer.from(bytes).toString();
};

describe('Archive', () => {
  it('reads what is stored and what is deflated, by names without case', () => {
    const archive = open(
      zipFiles([
        ['a.txt', 'one', { method: 0 }],
        ['Dir\\B.xml', 'two'],
      ]),
    );
    expect(text(archive, 'A.TXT')).toBe('one');
    expect(text(archive, 'dir/b.xml')).toBe('two');
    expect(archive.read('c')).toBeNull();
  });

  it('reads an archive behind other bytes', () => {
    const bytes = Buffer.concat([Buffer.from('MZ some program'), zipFiles([['a', 'one']])]);
    expect(open(bytes).names).toEqual(['a']);
  });

  it('finds files by their own headers when the directory is missing, and what is there of the last', () => {
    const long = Array.from({ length: 5000 }, (_, at) => at * 7919).join(' ');
    const bytes = zipFiles([
      ['a', 'one'],
      ['b', long],
    ]);
    const archive = open(bytes.subarray(0, bytes.length * 0.6));
    expect(text(archive, 'a')).toBe('one');
    expect(long.startsWith(text(archive, 'b')!)).toBe(true);
    expect(text(archive, 'b')!.length).toBeGreaterThan(1000);
  });

  it('stops where more comes out than is left', () => {
    const archive = open(zipFiles([['bomb', 'x'.repeat(100_000)]]), 50_000);
    expect(() => archive.read('bomb')).toThrow(BudgetSpentError);
  });

  it('says when a file is encrypted, compressed in an unknown way, or damaged', () => {
    const archive = open(
      zipFiles([
        ['locked', 'x', { flags: 1 }],
        ['lzma', 'x', { method: 14 }],
        ['noise', Buffer.from([0xff, 0xff, 0xff, 0xff]), { isDeflated: true }],
      ]),
    );
    expect(() => archive.read('locked')).toThrow(EncryptedDocumentError);
    expect(() => archive.read('lzma')).toThrow(DamagedDocumentError);
    expect(() => archive.read('noise')).toThrow(DamagedDocumentError);
  });

  it('reads sizes and places beyond 32 bits where the directory has them', () => {
    const bytes = zipFiles([['a', 'one', { method: 0 }]]);
    const at = bytes.indexOf('PK\x01\x02');
    const extra = Buffer.alloc(20);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(3n, 4);
    extra.writeBigUInt64LE(0n, 12);
    const entry = Buffer.from(bytes.subarray(at, at + 47));
    entry.writeUInt32LE(0xffffffff, 20);
    entry.writeUInt32LE(0xffffffff, 42);
    entry.writeUInt16LE(extra.length, 30);
    const end = Buffer.from(bytes.subarray(-22));
    end.writeUInt32LE(entry.length + extra.length, 12);
    const large = Buffer.concat([bytes.subarray(0, at), entry, extra, end]);
    expect(text(open(large), 'a')).toBe('one');
  });

  it('holds names as names: what they seem to lead to is never opened', () => {
    const archive = open(zipFiles([['../../etc/passwd', 'inside']]));
    expect(text(archive, '../../etc/passwd')).toBe('inside');
    expect(archive.read('/etc/passwd')).toBeNull();
  });

  it('refuses more files than a document has', () => {
    const bytes = zipFiles([['a', '']]);
    const at = bytes.indexOf('PK\x01\x02');
    const entry = bytes.subarray(at, at + 47);
    const end = Buffer.from(bytes.subarray(-22));
    const many = Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: 110_000 }, () => entry)]);
    end.writeUInt32LE(many.length - at, 12);
    expect(() => open(Buffer.concat([many, end]))).toThrow(BudgetSpentError);
  });
});
