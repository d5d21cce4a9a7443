import type { CdpSession } from '../browser/cdp-pipe.js';
import { ActionFailure, type Act } from './action.js';

/** Width and height in inches. */
const PAPER: Readonly<Record<string, readonly [number, number]>> = {
  a0: [33.1, 46.8],
  a1: [23.4, 33.1],
  a2: [16.54, 23.4],
  a3: [11.7, 16.54],
  a4: [8.27, 11.7],
  a5: [5.83, 8.27],
  a6: [4.13, 5.83],
  ledger: [17, 11],
  legal: [8.5, 14],
  letter: [8.5, 11],
  tabloid: [11, 17],
};
const MAX_BYTES = 20 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

export const pdf: Act = async ({ lane: { session }, budget, results }, { format, landscape, scale }) => {
  const paper = PAPER[typeof format === 'string' ? format.toLowerCase() : 'letter'];
  if (!paper)
    throw new ActionFailure(`does not know the format ${JSON.stringify(String(format).slice(0, 50))}`);
  const { stream } = await session.send<{ stream: string }>(
    'Page.printToPDF',
    {
      paperWidth: paper[0],
      paperHeight: paper[1],
      landscape: landscape === true,
      printBackground: true,
      transferMode: 'ReturnAsStream',
      ...(typeof scale === 'number' ? { scale: Math.min(2, Math.max(0.1, scale)) } : {}),
    },
    budget.leftMs,
  );
  results.pdfs.push(`data:application/pdf;base64,${(await readStream(session, stream)).toString('base64')}`);
};

async function readStream(session: CdpSession, handle: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { data, base64Encoded, eof } = await session.send<{
      data: string;
      base64Encoded?: boolean;
      eof: boolean;
    }>('IO.read', { handle, size: CHUNK_BYTES });
    const part = Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new ActionFailure(`made a file of more than ${MAX_BYTES} bytes`);
    if (eof) return Buffer.concat(parts);
  }
}
