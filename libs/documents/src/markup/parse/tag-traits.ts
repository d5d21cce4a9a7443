/** Parsing properties of a tag: nesting, implied end tags, and end tag matching. */
export const Trait = {
  /** Has no content and no end tag. */
  void: 1,
  /** Ends an open paragraph. */
  endsParagraph: 1 << 1,
  /** Is reopened in the next block if its end tag is missing or late. */
  formatting: 1 << 2,
  /** Prevents end tags of inline elements inside it from closing elements outside. */
  special: 1 << 3,
  /** Limits the scope of end tags inside it. */
  scope: 1 << 5,
  heading: 1 << 6,
  /** Table structure element: text inside it is moved before the table. */
  tableSkeleton: 1 << 7,
  cell: 1 << 8,
  /** Belongs to the head until the body begins. */
  head: 1 << 9,
  /** Its end tag closes everything inside it. */
  block: 1 << 10,
  /** Closes svg and math if it occurs inside them. */
  notForeign: 1 << 11,
  /** Table part with its own rules for implied end tags. */
  tablePart: 1 << 12,
  row: 1 << 13,
  tableSection: 1 << 14,
  /** Limits the scope of paragraphs. */
  buttonScope: 1 << 15,
  /** Limits the scope of list items. */
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

/** Bit set of a tag's traits; 0 for unknown tags. */
export function traitsOf(name: string): number {
  return TRAITS.get(name) ?? 0;
}
