import type { WriteStream } from 'node:tty';

/** Reports whether a stream shows colors: a terminal, unless `NO_COLOR` is set (no-color.org). */
export function hasColors(stream: Pick<WriteStream, 'isTTY'>): boolean {
  return Boolean(stream.isTTY) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
