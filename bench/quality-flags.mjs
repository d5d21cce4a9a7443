// How many good pages are flagged, and how many seeded bad ones are not.
//   npm run build:lib && node bench/quality-flags.mjs --data DIR   (the folder format of content-model/pages.mjs)
import { parseArgs } from 'node:util';
import { convert } from './convert.mjs';
import { loadPages } from './content-model/pages.mjs';

const { values: args } = parseArgs({ options: { data: { type: 'string' } } });
const pages = loadPages(args.data);
const flagged = pages.flatMap(({ html, url, set, id }) => {
  const { flags } = convert(html, { url, formats: [] }).quality;
  return flags.length > 0 ? [{ page: `${set}/${id}`, flags: flags.join(', ') }] : [];
});
for (const { page, flags } of flagged) console.log(`${page.padEnd(40)} ${flags}`);
console.log(
  `${flagged.length} of ${pages.length} pages flagged (${((100 * flagged.length) / pages.length).toFixed(1)} %)`,
);
console.log('Seeded bad pages: npx jest libs/web-extract/src/convert/content/quality/assess-quality.spec.ts');
