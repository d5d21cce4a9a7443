import { Zip, ZipDeflate } from 'fflate';
import { ask, type ApiAccess } from '../api/api-client.js';
import type { CrawlAnswer, PageAnswer } from '../api/answers.js';
import { nameFiles } from './file-names.js';

type OnPage = (pages: number) => void;

/** A line of JSON for each page. @throws ApiError */
export async function packJsonl(access: ApiAccess, id: string, onPage: OnPage): Promise<Blob> {
  const parts: string[] = [];
  for await (const page of eachPage(access, id, onPage)) parts.push(`${JSON.stringify(page)}\n`);
  return new Blob(parts, { type: 'application/jsonl' });
}

/** A file of markdown for each page, named after its address. @throws ApiError */
export async function packZip(access: ApiAccess, id: string, onPage: OnPage): Promise<Blob> {
  const parts: BlobPart[] = [];
  const nameOf = nameFiles();
  const encoder = new TextEncoder();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(bytes as BlobPart);
  });
  for await (const { markdown = '', metadata } of eachPage(access, id, onPage)) {
    const file = new ZipDeflate(nameOf(String(metadata.sourceURL ?? metadata.url ?? '')), { level: 6 });
    zip.add(file);
    file.push(encoder.encode(markdown), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

async function* eachPage(access: ApiAccess, id: string, onPage: OnPage): AsyncGenerator<PageAnswer> {
  for (let seen = 0, hasMore = true; hasMore;) {
    const path = `v2/crawl/${id}?skip=${seen}&limit=100`;
    const { data, next } = await ask<CrawlAnswer>(access, { method: 'GET', path });
    yield* data;
    seen += data.length;
    hasMore = next !== undefined && data.length > 0;
    onPage(seen);
  }
}
