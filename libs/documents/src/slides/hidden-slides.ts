import type { DocumentReading } from '../document-reader.js';

/** Warns of slides that are hidden in a presentation and left out. */
export function warnOfHiddenSlides(reading: DocumentReading, count: number): void {
  if (count > 0)
    reading.warn(`Hidden and left out: ${count} slide${count === 1 ? '' : 's'}. Set \`hidden\` to read them`);
}
