import { isProse } from '../block-features/prose.js';
import { textOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';

const MAX_TITLE_CHARS = 60;
const MAX_LINE_CHARS = 250;
/** Share of links in a list of other texts, and in a line that leads to one. */
const MIN_LINKS = 0.5;
/** A text has more in its element than a list of others. */
const MAX_BLOCKS = 60;

const PHRASES = [
  'read (?:more|next|also)|see also on|related (?:articles?|stories|posts|news|content|topics|links|reading)|more (?:stories|news|articles|from|on this|like this|to read)|you (?:may|might) (?:also )?(?:like|be interested)|recommended(?: for you| stories| articles)?|most (?:read|popular|viewed)|trending(?: now)?|latest (?:news|stories|articles|posts)|up next|don.t miss|popular (?:posts|articles|stories)|similar (?:posts|articles)',
  'lesen sie auch|lesen sie mehr|mehr (?:zum thema|lesen|aus|artikel|dazu)|(?:das |dies )?(?:k[oö]nnte|k[oö]nnten) (?:sie|dich|euch|dir|ihnen) auch (?:interessieren|gefallen)|auch interessant|auch lesenswert|passend zum thema|[aä]hnliche (?:artikel|beitr[aä]ge|themen)|weitere (?:artikel|beitr[aä]ge|meldungen|nachrichten|themen)|neueste (?:artikel|beitr[aä]ge|nachrichten)|meistgelesene?|empfehlungen aus der redaktion|verwandte (?:artikel|themen|beitr[aä]ge)|zum weiterlesen|weiterlesen|viel gelesen(?: in \\p{L}{2,30})?|mehr zu diesem thema',
  'lire aussi|[aà] lire (?:aussi|[eé]galement)|sur le m[eê]me (?:sujet|th[eè]me)|articles? (?:li[eé]s|similaires|recommand[eé]s)|vous aimerez aussi|les plus lus|voir aussi notre|dans la m[eê]me rubrique',
  'le[ae] tambi[eé]n|leer tambi[eé]n|lee m[aá]s|te puede interesar|puede interesarte|m[aá]s (?:noticias|informaci[oó]n|le[ií]d[oa]s?|sobre)|lo m[aá]s (?:le[ií]do|visto)|noticias relacionadas|art[ií]culos relacionados|contenido relacionado|tambi[eé]n te puede',
  'leia (?:tamb[eé]m|mais)|veja tamb[eé]m|saiba mais|mais lidas|not[ií]cias relacionadas|leggi anche|potrebbe interessarti(?: anche)?|articoli correlati|i pi[uù] letti|lees ook|meer (?:nieuws|lezen)|les ogs[aå]|l[aä]s (?:mer|ocks[aå])|l[æa]s ogs[aå]|lue my[oö]s|czytaj (?:te[zż]|r[oó]wnie[zż]|wi[eę]cej)|zobacz (?:te[zż]|r[oó]wnie[zż])|читайте (?:также|також)|по теме|olvasta m[aá]r|[cč]t[eě]te tak[eé]',
  '関連記事|関連ニュース|関連キーワード|あわせて読みたい|おすすめ記事|相关(?:阅读|新闻|文章)|延伸閱讀|相關(?:新聞|文章)|관련\\s?(?:기사|뉴스)',
];
const TITLE = new RegExp(`^[\\s■▼◆●•>»–—-]*(?:${PHRASES.join('|')})[\\s:：.…!?>»(\\d)]*$`, 'iu');
const LINE = new RegExp(`^[\\s■▼◆●•>»–—(\\[-]*(?:${PHRASES.join('|')})\\s*[:：|»>–—-]`, 'iu');

/** Removes lists of other texts of the site below a title that says so, and lines of the text that lead to one. */
export function dropRelated(outline: PageOutline, verdicts: BlockVerdicts): BlockVerdicts {
  const dropped = new Set<number>();
  outline.blocks.forEach((block, at) => {
    if (verdicts[at] !== null || block.chars > MAX_LINE_CHARS || dropped.has(at)) return;
    const isLine = block.links > 0 && block.linkChars >= MIN_LINKS * block.chars;
    const isTitle = block.chars <= MAX_TITLE_CHARS && (outline.blocks[at + 1]?.links ?? 0) > 0;
    if (!isLine && !isTitle) return;
    const text = textOfBlock(block).replace(/\s+/g, ' ').trim();
    if (isLine && LINE.test(text)) dropped.add(at);
    else if (isTitle && TITLE.test(text))
      for (const one of listBelow(at, outline, verdicts)) dropped.add(one);
  });
  return dropped.size === 0
    ? verdicts
    : verdicts.map((verdict, at) => (dropped.has(at) ? 'link list' : verdict));
}

/** The title and the kept blocks below it in its element; none if they are a text. */
function listBelow(
  title: number,
  { blocks, parents, endBlock }: PageOutline,
  verdicts: BlockVerdicts,
): readonly number[] {
  let at = blocks[title]!.owner;
  while (at > 0 && endBlock[at]! <= title + 1) at = parents[at]!;
  const list: number[] = [];
  let [chars, linkChars] = [0, 0];
  for (let one = title + 1; one < Math.min(endBlock[at]!, title + MAX_BLOCKS); one++) {
    const block: TextBlock = blocks[one]!;
    if (verdicts[one] !== null) continue;
    if (isProse(block)) break;
    list.push(one);
    chars += block.chars;
    linkChars += block.linkChars;
  }
  return list.length > 0 && linkChars >= MIN_LINKS * chars ? [title, ...list] : [];
}
