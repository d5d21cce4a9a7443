/** Words and signs that stand for a letter. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: '\t',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
    '~': '\u00a0',
    _: '-',
    '{': '{',
    '}': '}',
    '\\': '\\',
  }),
);

/** Words that begin what is no text of the document. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'colortbl pict header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor listtext pntext ' +
    'xe tc nonshppict shprslt objdata bkmkstart bkmkend nonesttables ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn txe rxe ' +
    'generator filetbl revtbl rsidtbl template nesttableprops levelnumbers pntxta pntxtb buptim printim'
  ).split(' '),
);
/** Words behind a star whose groups are read all the same. */
export const KNOWN_STARRED: ReadonlySet<string> = new Set(
  'fldinst listtable listoverridetable shppict shpinst pn cs ts footnote shptxt'.split(' '),
);
