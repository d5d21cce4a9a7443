import { Within } from '../block-features/element-kinds.js';
import { lineOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Longer paragraphs say more than where to subscribe. */
const MAX_WORDS = 60;
const MAX_CHARS = 500;
const NO_NOTICE = Within.table | Within.code;
/** A page with a larger share of its words in notices is about them. */
const MAX_SHARE = 0.5;

/**
 * Notices of a site to its readers, by what they are about. `CALL` stands for the beginning of a sentence: an article may say as well
 * that somebody subscribed.
 */
const NOTICES: Readonly<Record<string, readonly string[]>> = {
  advertisements: [
    '^\\W*(?:story continues below )?(?:advertisements?|advertising|werbung|anzeige|publicidad|publicit[eé]|publicidade|pubblicit[aà]|annonse|annonsørinnhold|広告|광고)\\W*$',
  ],
  newsletters: [
    'CALL(?:sign(?:ing)?[ -]?up|subscribe|register)\\b.{0,60}(?:newsletters?|inbox|email alerts?|push alerts?|mailing list)',
    'sign(?:ing)? up (?:for|to) ?our ?(?:\\S+ ){0,4}newsletters?',
    'CALL(?:get|receive) .{0,60}(?:straight|delivered|right|directly) (?:to|in) your (?:inbox|phone|email)',
    'CALLenter your (?:e-?mail|address).{0,80}(?:receive|updates|inbox|subscribe)',
    'CALLget the (?:latest|breaking) news (?:straight|delivered)|CALLnever miss (?:a|the) (?:story|latest|beat)',
    '(?:melde dich|meldet euch|melden sie sich|abonniere?|abonnieren sie|abonniert) .{0,60}newsletter|anmeldung zum newsletter|CALL(?:für|zu) unser\\S* (?:\\S+ ){0,3}newsletter (?:anmelden|eintragen)|t[aä]glichen \\S*newsletter richtig',
    'CALL(?:abonnez-vous|inscrivez-vous)|r[eé]serv[eé]e? aux abonn[eé]s',
    'CALL(?:suscr[ií]b[ae](?:te|se)|reg[ií]strate) .{0,80}(?:bolet[ií]n|newsletter|correo)|CALLiscriviti alla newsletter|CALL(?:inscreva-se|assine) .{0,60}newsletter',
    'メールマガジンで|뉴스레터 (?:구독|신청)',
  ],
  channels: [
    'CALL(?:follow|like|join) (?:us|@?\\S+(?: \\S+)?) on (?:twitter|x|facebook|instagram|whatsapp|telegram|google news|social)\\b',
    'CALLclick here to (?:get|download|subscribe|sign up|follow)|CALL(?:download|get) (?:the|our) (?:\\S+ ){0,3}app\\b',
    'CALL(?:folge?|folgt|folgen sie|folgst du|abonniere?|abonniert|abonnieren sie) .{0,60}(?:whatsapp|telegram|instagram|facebook)',
    'hier geht es zur .{0,40}app\\b|mehr (?:lese)?komfort mit .{0,40}app\\b',
    'CALL[uú]nete .{0,60}(?:whatsapp|telegram|enlace)|CALLs[ií]g(?:ue|a)nos (?:en|a trav)|CALLseguici su|CALL(?:siga-nos|nos siga|entre no (?:grupo|canal))',
    '关注(?:我们的?.{0,4}(?:公众号|微信|微博)|.{0,4}公众号)|扫(?:一扫|码).{0,8}关注|下载.{0,8}客户端',
  ],
  subscriptions: [
    'CALLsubscribe (?:now|today|to (?:read|continue))|(?:please|–|-) subscribe (?:to|now)\\b',
    'CALL(?:you.re |you are |are you )?already a (?:subscriber|member)\\s*(?:[?!.,:;–—-]|$|log ?in|sign in)|to (?:view|read|continue reading) the full (?:story|article),? (?:please )?(?:subscribe|log ?in|sign|register)',
    'CALL(?:please |would you |will you )?consider (?:supporting (?:us|our)|making a donation|donating to (?:us|our))',
    'CALLjetzt (?:abonnieren|registrieren)|unterst[uü]tz(?:en sie|e|t) uns (?:\\S+ ){0,3}(?:mit|durch) .{0,30}(?:spende|mitglied|abo)',
    'この記事は(?:会員|有料)|会員(?:登録(?:する|できます|が必要)|限定の有料|向け記事|の方のみ)|ログインして続き|今すぐ登録',
  ],
  commissions: [
    '(?:may|will|might) (?:earn|receive) (?:an? )?(?:affiliate )?commissions?.{0,80}(?:links?\\b|you (?:buy|purchase))|(?:\\blinks?|you (?:buy|click|purchase))\\b.{0,120}(?:may|will|might) (?:earn|receive) (?:an? )?(?:affiliate )?commission',
    '\\bwe (?:may |might |will )?(?:earn|receive|get) (?:an? )?(?:\\S+ )?commissions?\\b',
    'contains? affiliate links|(?:handelt es sich um|sind|enth[aä]lt) (?:\\S+ ){0,2}affiliate-?\\s?links?',
  ],
  comments: [
    '^\\W*(?:there are no|no|be the first to|keine|noch keine) (?:comments?|kommentare?)(?: yet| vorhanden)?\\W*$',
    '(?:log ?in|sign in|registered) .{0,40}(?:to|and) (?:post|leave|write|comment|join)\\b.{0,30}(?:comment|conversation|discussion)',
    'kommentieren,? (?:zu k[oö]nnen, )?.{0,30}\\b(?:eingeloggt|angemeldet|einloggen|anmelden)|(?:m[uü]ssen sie|musst du|m[uü]sst ihr|sie m[uü]ssen|bitte) .{0,30}(?:einloggen|anmelden|eingeloggt|angemeldet).{0,60}(?:kommentieren|kommentar|diskussion)|^nur angemeldete (?:benutzer|nutzer)',
  ],
  embeds: [
    '^\\W*externe[nr]? inhalte?(?: nicht verf[uü]gbar)?\\W*$',
    'externe[nr]? inhalte? (?:anzeigen|von \\S+,? |angezeigt)|anzeigen aller externen inhalte|(?:ausgew[aä]hlten|einen),? externen inhalt|mir (?:der |dieser )?externe[nr]? inhalte?|personenbezogene daten (?:k[oö]nnen )?an drittplattformen|du kannst ihn dir mit einem klick',
  ],
};

/** Prefilter of `NOTICE`: each of its alternatives contains one of these words. Most texts contain none. */
const MAY_BE_NOTICE =
  /adverti|werbung|anzeige|pub+lici|annons|広告|광고|newsletter|inbox|mail|phone|alert|abonn|inscri|suscr|g[ií]strate|メールマガジン|뉴스레터|get the (?:latest|breaking)|never miss|enter your|twitter|facebook|instagram|whatsapp|telegram|google news|on (?:x|social)|click here|app|g(?:ue|a)nos|siga-nos|[uú]nete|seguici|nos siga|entre no|关注|下载|subscri|already a|full (?:story|article)|consider|jetzt|unterst|会員|有料|ログイン|今すぐ|commission|affiliate|comment|komment|conversation|discussion|diskussion|angemeldet|externe|drittplattform|mit einem klick/iu;
const BEGINNING = '(?:^|[.!?…:–—]\\s*)(?:\\W{0,4})';
const NOTICE = new RegExp(Object.values(NOTICES).flat().join('|').replaceAll('CALL', BEGINNING), 'iu');
/** Links to lists of texts about the same. */
const TOPICS =
  /^\W*(?:tags?|categor(?:y|ies)|kategorien?|themen|topics?|filed under|posted in|schlagw[oö]rter|stichw[oö]rter|etiquetas|mots[- ]cl[eé]s|temas|tagi)\s*[:：]/iu;
const MIN_LINKS = 0.5;
/** Topics of pages that say the same as notices. */
const TOPIC = /newsletter|affiliate|subscri|abonn|whatsapp|telegram|donat|spende|会員|広告|advertis|werbung/i;

/**
 * Removes notices of a site to its readers from an article: where to subscribe, to log in, to follow and to donate, and what was left out.
 * Not applied to articles about that.
 */
export function dropNotices(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  { types, title }: Pick<PageStatements, 'types' | 'title'>,
): BlockVerdicts {
  if (!types.article || TOPIC.test(title)) return verdicts;
  const dropped = new Set<number>();
  let [kept, words] = [0, 0];
  outline.blocks.forEach((block, at) => {
    if (verdicts[at] !== null) return;
    kept += block.words;
    if (!isShort(block) || !isNotice(block)) return;
    words += block.words;
    dropped.add(at);
  });
  if (dropped.size === 0 || words > MAX_SHARE * kept) return verdicts;
  return verdicts.map((verdict, at) => (dropped.has(at) ? 'outside the content' : verdict));
}

const isShort = ({ words, chars, within }: TextBlock): boolean =>
  words <= MAX_WORDS && chars <= MAX_CHARS && !(within & NO_NOTICE);

function isNotice(block: TextBlock): boolean {
  const text = lineOfBlock(block);
  return (
    (MAY_BE_NOTICE.test(text) && NOTICE.test(text)) ||
    (block.linkChars >= MIN_LINKS * block.chars && TOPICS.test(text))
  );
}
