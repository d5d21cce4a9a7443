import { WARCParser } from 'warcio';

/** A record as an independent reader finds it. */
export interface ReadRecord {
  readonly type: string | null | undefined;
  readonly uri: string | null | undefined;
  readonly contentType: string | null | undefined;
  /** The content; of `response` records the body. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** By lower-case names. */
  readonly fields: Readonly<Record<string, string>>;
  /** Status line and headers of a response. */
  readonly http: { readonly status: string; readonly headers: readonly (readonly [string, string])[] } | null;
}

/** Reads a WARC file with an independent reader. */
export async function readWarc(file: Uint8Array): Promise<ReadRecord[]> {
  const records: ReadRecord[] = [];
  const source = (async function* () {
    yield file;
  })();
  for await (const record of new WARCParser(source)) {
    const bytes = await record.readFully(true);
    const { warcType: type, warcTargetURI: uri, warcContentType: contentType, httpHeaders } = record;
    const fields = Object.fromEntries(
      [...record.warcHeaders.headers].map(([name, value]) => [name.toLowerCase(), value]),
    );
    const http = httpHeaders && { status: httpHeaders.statusline, headers: [...httpHeaders.headers] };
    const text = new TextDecoder().decode(bytes);
    records.push({ type, uri, contentType, text, bytes, fields, http: http ?? null });
  }
  return records;
}
