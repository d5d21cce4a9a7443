import { Within } from '../block-features/element-kinds.js';
import { isProse } from '../block-features/prose.js';
import { lineOfBlock } from '../block-features/page-features.js';
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
  'lesen sie (?:auch|mehr|hier|dazu)|lest auch|auch lesen|mehr (?:(?:zum|zu diesem) thema(?: auf \\S{2,30})?|lesen|artikel|dazu|(?:zu|zur|zum|aus|aus der) (?:\\p{L}{2,20} ?){1,3})|(?:das |dies |dieses )?(?:thema )?(?:k[oö]nnte|k[oö]nnten) (?:sie|dich|euch|dir|ihnen) auch (?:noch )?(?:interessieren|gefallen)|auch interessant|auch (?:noch )?lesenswert|schon gelesen|passend (?:zum thema|dazu)|[aä]hnliche (?:artikel|beitr[aä]ge|themen)|weitere (?:artikel|beitr[aä]ge|meldungen|nachrichten|themen|videos)(?: (?:aus der|zum|zur|aus) \\p{L}{2,30})?|neueste (?:artikel|beitr[aä]ge|nachrichten)|meistgelesene?|empfehlungen aus der redaktion|verwandte (?:artikel|themen|beitr[aä]ge)|zum weiterlesen|weiterlesen|viel gelesen(?: in \\p{L}{2,30})?|vorschau auf den n[aä]chsten artikel',
  'lire aussi|[aà] lire (?:aussi|[eé]galement)|sur le m[eê]me (?:sujet|th[eè]me)|articles? (?:li[eé]s|similaires|recommand[eé]s)|vous aimerez aussi|les plus lus|voir aussi notre|dans la m[eê]me rubrique|(?:audios et )?vid[eé]os sur le sujet',
  'le[ae] tambi[eé]n|leer tambi[eé]n|lee m[aá]s|puedes ver|(?:le|te) puede interesar|puede interesarte|m[aá]s (?:noticias|informaci[oó]n|le[ií]d[oa]s?|sobre)|lo m[aá]s (?:le[ií]do|visto)|noticias relacionadas|art[ií]culos relacionados|contenido relacionado|tambi[eé]n te puede',
  'leia (?:tamb[eé]m|mais)|veja tamb[eé]m|saiba mais|mais lidas|not[ií]cias relacionadas|leggi anche|potrebbe interessarti(?: anche)?|articoli correlati|i pi[uù] letti|lees ook|meer (?:nieuws|lezen)|les ogs[aå]|l[aä]s (?:mer|ocks[aå])|l[æa]s ogs[aå]|lue my[oö]s|czytaj (?:te[zż]|r[oó]wnie[zż]|wi[eę]cej)|dowiedz si[eę] wi[eę]cej|zobacz (?:te[zż]|r[oó]wnie[zż])|читайте (?:также|також)|по теме|olvasta m[aá]r|[cč]t[eě]te tak[eé]',
  '関連記事|関連ニュース|関連キーワード|あわせて読みたい|おすすめ(?:記事|情報)?|\\p{L}{1,8}の新着|アクセスランキング|相关(?:阅读|新闻|文章)|延伸閱讀|相關(?:新聞|文章)|관련\\s?(?:기사|뉴스)',
];
const TITLE = new RegExp(`^[\\s■▼◆●•>»–—-]*(?:${PHRASES.join('|')})[\\s:：.…!?>»(\\d)]*$`, 'iu');
/** Lead to another text only with a colon and a link. */
const CALLS =
  'related|watch|le[ae]|mira|vea|lees|bekijk|leia|veja|confira|leggi|guarda|zobacz|czytaj|sprawd[zź]';
const LINE = new RegExp(
  `^[\\s■▼◆●•>»–—(\\[-]*(?:(?:${PHRASES.join('|')})\\s*[:：|»>–—-]|(?:${CALLS})\\s*[:：])`,
  'iu',
);
/** Titles of comments. */
const COMMENTS =
  /^[\s\d]*(?:comments?|kommentare?|commentaires?|coment[aá]rios?|commenti|(?:keine|no|leave a|post a|write a|add a) (?:comments?|kommentare?)|kommentar (?:verfassen|schreiben|hinterlassen)|kommentieren|schreibe? einen kommentar|laisser un commentaire|deja un comentario)[\s:：.!?>»(\d)]*$/iu;

/** Removes lists of other texts of the site below a title that says so, and lines of the text that lead to one. */
export function dropRelated(outline: PageOutline, verdicts: BlockVerdicts): BlockVerdicts {
  const dropped = new Set<number>();
  outline.blocks.forEach((block, at) => {
    if (verdicts[at] !== null || block.chars > MAX_LINE_CHARS || dropped.has(at)) return;
    const isLine = block.links > 0 && block.linkChars >= MIN_LINKS * block.chars;
    const isTitle = block.chars <= MAX_TITLE_CHARS && (outline.blocks[at + 1]?.links ?? 0) > 0;
    if (!isLine && !isTitle) return;
    const text = lineOfBlock(block);
    if (isLine && LINE.test(text)) dropped.add(at);
    else if (isTitle && TITLE.test(text))
      for (const one of listBelow(at, outline, verdicts)) dropped.add(one);
  });
  return dropped.size === 0
    ? verdicts
    : verdicts.map((verdict, at) => (dropped.has(at) ? 'link list' : verdict));
}

/**
 * Removes titles of comments and of related texts with nothing left below them, and in an article also titles of related texts that are
 * followed by something that was removed.
 */
export function dropLoneTitles(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  isArticle: boolean,
): BlockVerdicts {
  const { blocks } = outline;
  const next = nextKept(verdicts);
  return verdicts.map((verdict, at) => {
    if (verdict !== null || blocks[at]!.chars > MAX_TITLE_CHARS) return verdict;
    const isLone = next[at + 1]! >= endOfHolder(at, outline);
    const isCut = isArticle && next[at + 1] !== at + 1;
    if (!isLone && !isCut) return null;
    const text = lineOfBlock(blocks[at]!);
    const isOfTexts = (isArticle || blocks[at]!.within & Within.heading) && TITLE.test(text);
    return isOfTexts || (isLone && COMMENTS.test(text)) ? 'link list' : null;
  });
}

/** For each block the first kept one from there on; their number if there is none. */
function nextKept(verdicts: BlockVerdicts): Int32Array {
  const next = new Int32Array(verdicts.length + 2).fill(verdicts.length);
  for (let at = verdicts.length - 1; at >= 0; at--) next[at] = verdicts[at] === null ? at : next[at + 1]!;
  return next;
}

/** The end of the smallest element that holds more than the title and what is before it. */
function endOfHolder(title: number, { blocks, parents, endBlock }: PageOutline): number {
  let at = blocks[title]!.owner;
  while (at > 0 && endBlock[at]! <= title + 1) at = parents[at]!;
  return endBlock[at]!;
}

/** The title and the kept blocks below it in its element; none if they are a text. */
function listBelow(title: number, outline: PageOutline, verdicts: BlockVerdicts): readonly number[] {
  const { blocks } = outline;
  const end = Math.min(endOfHolder(title, outline), title + MAX_BLOCKS);
  const list: number[] = [];
  let [chars, linkChars] = [0, 0];
  for (let one = title + 1; one < end; one++) {
    const block: TextBlock = blocks[one]!;
    if (verdicts[one] !== null) continue;
    if (isProse(block)) break;
    list.push(one);
    chars += block.chars;
    linkChars += block.linkChars;
  }
  return list.length > 0 && linkChars >= MIN_LINKS * chars ? [title, ...list] : [];
}
