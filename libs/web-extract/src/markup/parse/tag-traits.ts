/** What the parser must know of a tag: how it nests, what it ends, how its end tag is matched. */
export const Trait = {
  /** Has no content and no end tag. */
  void: 1,
  /** Ends an open paragraph. */
  endsParagraph: 1 << 1,
  /** Reopened in the next block when its end tag is missing or late. */
  formatting: 1 << 2,
  /** An end tag of another kind does not reach through it. */
  special: 1 << 3,
  /** End tags do not reach out of it. */
  scope: 1 << 5,
  heading: 1 << 6,
  /** Part of a table's skeleton: text inside belongs before the table. */
  tableSkeleton: 1 << 7,
  cell: 1 << 8,
  /** Belongs to the head while no body has begun. */
  head: 1 << 9,
  /** Its end tag ends everything inside it. */
  block: 1 << 10,
  /** Ends svg and math when it stands in them. */
  notForeign: 1 << 11,
  /** A part of a table with rules of its own for what it ends. */
  tablePart: 1 << 12,
  row: 1 << 13,
  tableSection: 1 << 14,
  /** Paragraphs around it are out of reach. */
  buttonScope: 1 << 15,
  /** Items around it are out of reach. */
  listScope: 1 << 16,
} as const;

const MEMBERS: readonly (readonly [keyof typeof Trait, string])[] = [
  [
    'void',
    'area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr',
  ],
  [
    'endsParagraph',
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form ' +
      'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
  ],
  ['formatting', 'a b big code em font i nobr s small strike strong tt u'],
  [
    'special',
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
      'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
      'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript ' +
      'object ol p param plaintext pre script search section select source style summary table tbody td template ' +
      'textarea tfoot th thead title tr track ul wbr xmp',
  ],
  ['scope', 'applet caption html table td th marquee object template'],
  ['heading', 'h1 h2 h3 h4 h5 h6'],
  ['tableSkeleton', 'table tbody tfoot thead tr'],
  ['cell', 'td th caption'],
  ['head', 'base basefont bgsound link meta noscript script style template title'],
  [
    'block',
    'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer form ' +
      'header hgroup listing main menu nav ol pre search section summary ul applet marquee object',
  ],
  [
    'notForeign',
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
      'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ],
  ['row', 'tr'],
  ['tableSection', 'tbody tfoot thead'],
  ['buttonScope', 'button'],
  ['listScope', 'ol ul'],
  ['tablePart', 'caption col colgroup tbody td tfoot th thead tr'],
];

const TRAITS = new Map<string, number>();
for (const [trait, names] of MEMBERS) {
  for (const name of names.split(' ')) TRAITS.set(name, (TRAITS.get(name) ?? 0) | Trait[trait]);
}

/** All traits of a tag as bits; 0 for names HTML does not know. */
export function traitsOf(name: string): number {
  return TRAITS.get(name) ?? 0;
}
