import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { highlights } from './highlights.js';

/** The parts of a conversion that are searched. */
interface Searched extends Pick<Conversion, 'metadata'> {
  readonly markdown: string;
}

/** Returns the highlights of a conversion. */
export const highlightsOf = (
  { metadata: { title, language }, markdown }: Searched,
  { url, highlightsFor = '' }: Pick<ConversionRequest, 'url' | 'highlightsFor'>,
): string => highlights({ url, markdown, title, language }, highlightsFor);
