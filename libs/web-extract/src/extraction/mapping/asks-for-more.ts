import { CONCEPTS } from './concepts.js';
import { singular, wordsOf } from './words-of.js';

/** Words that do not change the meaning of a plain extraction request. */
const PLAIN_WORDS = `
a an the this that these those of on in at by for from to as with and or is are be was were it its if all each every into per
based according following please you your we i me my us should must can will would need want have has use using do
extract extraction extracted get return find give provide identify collect retrieve fetch read scrape parse list show take fill output
information info data details detail value values field fields property properties schema json object structure structured format
formatted page pages webpage website site web content text document html markdown url urls link links here there given provided
available stated shown displayed listed visible present main full complete exact entire whole current own
name names named title titles number numbers string strings integer decimal float date dates time times datetime iso 8601 yyyy mm dd
code codes id ids identifier array lists item items element elements entry entries record records type types kind
currency three letter e g eg ie etc such like example when where which who what whose how about one ones also
product products article articles recipe recipes event events company companies organization person people job jobs book books movie
post posts news story blog review reviews rating ratings stars score price prices cost image images picture photo main address
location venue place city country street author authors writer publisher brand manufacturer category categories tag tags description
unit unique key absolute plain human readable optional required null true false boolean whether
`;

const KNOWN = new Set([
  ...PLAIN_WORDS.split(/\s+/),
  ...CONCEPTS.flatMap(({ names, paths }) => [...names, ...paths.flatMap(wordsOf)]),
]);

/** Examples of values are not instructions. */
const EXAMPLES = /\b(?:e\.?\s?g\.|i\.?e\.|such as|for example|for instance)[^.;)\]]*/gi;

/**
 * True if an instruction requires more than copying the value of a property: a selection, a calculation, a translation.
 * Structured data does not satisfy such instructions.
 *
 * @param own words of the schema itself
 */
export function asksForMore(instruction: string, own: ReadonlySet<string>): boolean {
  return wordsOf(instruction.replace(EXAMPLES, ' ')).some(
    (word) =>
      word.length > 1 &&
      !/^\d+$/.test(word) &&
      !KNOWN.has(word) &&
      !KNOWN.has(singular(word)) &&
      !own.has(word) &&
      !own.has(singular(word)),
  );
}
