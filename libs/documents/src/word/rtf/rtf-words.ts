/** Control words and symbols that represent a character. */
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

/** Control words of destinations that are not part of the text. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'colortbl pict header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor ' +
    'sp moMathParaPr mmathPr mmathPict nonshppict shprslt objdata bkmkstart bkmkend nonesttables ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn txe rxe ' +
    'generator filetbl revtbl rsidtbl template nesttableprops levelnumbers pntxta pntxtb buptim printim'
  ).split(' '),
);
/** Destinations outside the text, which are read if there is nothing else. */
export const MARGINS: ReadonlySet<string> = new Set(
  'header headerl headerr headerf footer footerl footerr footerf annotation'.split(' '),
);

/** Optional destinations (marked with `\*`) that are read nevertheless. */
export const KNOWN_STARRED: ReadonlySet<string> = new Set(
  'fldinst listtable listoverridetable shppict shpinst pn cs ts footnote shptxt do moMath moMathPara formfield ffl ud'.split(
    ' ',
  ),
);
