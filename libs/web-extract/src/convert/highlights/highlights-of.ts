import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { highlights } from './highlights.js';

/** The parts of a conversion that are searched. */
interface Searched extends Pick<Conversion, 'metadata'> {
  readonly markdown: string;
}

/** The highlights of a conversion, where they are wanted. */
export function highlightsOf(
  { metadata: { title, language }, markdown }: Searched,
  { url, formats, highlightsFor = '' }: Pick<ConversionRequest, 'url' | 'formats' | 'highlightsFor'>,
): Pick<Conversion, 'highlights'> {
  if (!formats.includes('highlights')) return {};
  return { highlights: highlights({ url, markdown, title, language }, highlightsFor) };
}
