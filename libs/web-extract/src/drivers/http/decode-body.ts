import zlib from 'node:zlib';
import type { Transform } from 'node:stream';
import { LARGE_BODY_BYTES } from '../../pipeline/body-room.js';
import { joinInSteps } from '../../model/join-in-steps.js';
import type { Deadline } from './deadline.js';
import type { ReadLimits } from './response-reader.js';

/** A body without its content encodings. */
interface DecodedBody {
  readonly bytes: Uint8Array;
  /** Why there is not more; `null` when it is complete. */
  readonly cut: 'too-large' | Error | null;
}

type DecodeLimits = Pick<ReadLimits, 'maxBytes' | 'admitLarge'>;

/** Smaller bodies are unpacked at once on the spot (under a millisecond); the others in steps off the event loop. */
const AT_ONCE_BYTES = 64 * 1024;
const AT_ONCE_MAX_OUTPUT = 512 * 1024;

/** More layers than this are no honest answer; the Fetch implementations of Node draw the line here too. */
const MAX_LAYERS = 5;

type Coding = 'gzip' | 'deflate' | 'br';

/**
 * Undoes `Content-Encoding`, never unpacking more than `maxBytes`.
 *
 * An unknown encoding, or a body that lacks the mark of the one it claims, is taken as plain. A broken body gives what
 * could be unpacked.
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string,
  limits: DecodeLimits,
  deadline: Deadline,
): Promise<DecodedBody> {
  const codings = contentCodings(contentEncoding);
  if (codings.length === 0 || bytes.length === 0 || !looksLike(bytes, codings)) return { bytes, cut: null };
  if (bytes.length <= AT_ONCE_BYTES) {
    const whole = unpackAtOnce(bytes, codings, Math.min(limits.maxBytes, AT_ONCE_MAX_OUTPUT));
    if (whole !== null) return { bytes: whole, cut: null };
  }
  return unpackInSteps(bytes, codings, limits, deadline);
}

/** The codings in the order of undoing; empty when one of them is unknown. */
function contentCodings(header: string): Coding[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''));
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  const isKnown = codings.length <= MAX_LAYERS && codings.every((name) => /^(?:gzip|deflate|br)$/.test(name));
  return isKnown ? (codings as Coding[]) : [];
}

function looksLike(bytes: Uint8Array, [outer]: readonly Coding[]): boolean {
  return outer !== 'gzip' || (bytes[0] === 0x1f && bytes[1] === 0x8b);
}

function unpackAtOnce(
  bytes: Uint8Array,
  codings: readonly Coding[],
  maxOutputLength: number,
): Uint8Array | null {
  try {
    return owned(codings.reduce((packed, coding) => unpackSync[coding](packed, { maxOutputLength }), bytes));
  } catch {
    return null; // too large, cut or corrupt: unpacking in steps finds out which and keeps what there is
  }
}

const unpackSync = {
  gzip: zlib.gunzipSync,
  deflate: (bytes: Uint8Array, options: zlib.ZlibOptions) =>
    hasZlibHeader(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options),
  br: zlib.brotliDecompressSync,
};

function unpackInSteps(
  bytes: Uint8Array,
  codings: readonly Coding[],
  { maxBytes, admitLarge }: DecodeLimits,
  deadline: Deadline,
): Promise<DecodedBody> {
  return deadline.race((resolve, reject) => {
    const stages = codings.map((coding, index) => unpackStream(coding, index === 0 ? bytes : null));
    const destroy = () => stages.forEach((stage) => stage.destroy());
    const chunks: Buffer[] = [];
    let room = maxBytes;
    let isAdmitted = admitLarge === undefined;
    const finish = (cut: DecodedBody['cut']) => {
      destroy();
      void joinInSteps(chunks).then((bytes) => resolve({ bytes, cut }));
    };
    for (const stage of stages) stage.on('error', finish);
    const last = stages.reduce((from, to) => from.pipe(to));
    last.on('data', (chunk: Buffer) => {
      if (chunk.length <= room) chunks.push(chunk);
      else if (room >= 0) chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room < 0) return finish('too-large');
      if (isAdmitted || maxBytes - room <= LARGE_BODY_BYTES) return;
      isAdmitted = true;
      last.pause();
      const fail = (error: unknown) => {
        if (last.destroyed) return;
        destroy();
        reject(error);
      };
      admitLarge!(maxBytes).then(() => last.resume(), fail);
    });
    last.on('end', () => finish(null));
    // Written before it is ended, so that all complete data is decompressed before a truncation is detected.
    stages[0]?.write(bytes);
    stages[0]?.end();
    return destroy;
  });
}

/** @param bytes the body, when it is known before the stream is made: `deflate` comes with and without zlib header */
function unpackStream(coding: Coding, bytes: Uint8Array | null): Transform {
  if (coding === 'gzip') return zlib.createGunzip();
  if (coding === 'br') return zlib.createBrotliDecompress();
  return bytes === null || hasZlibHeader(bytes) ? zlib.createInflate() : zlib.createInflateRaw();
}

/** RFC 1950: method 8, and the two header bytes divide by 31. Some servers send raw deflate instead. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

/** zlib may return a view of a larger buffer; a body owns its memory. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
