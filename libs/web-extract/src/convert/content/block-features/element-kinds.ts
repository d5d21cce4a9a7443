/** Elements whose text is no content and is not looked at. The cleaning stage decides whether they stay in the tree. */
export const UNREAD_TAGS = new Set(
  (
    'script style template head title meta link base svg iframe object embed canvas audio video map ' +
    'select datalist input textarea option optgroup progress meter frameset frame noframes'
  ).split(' '),
);

/** Elements that end the text block before them and begin one of their own. */
export const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary ' +
    'search table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements that are content without any text. */
export const MEDIA_TAGS = new Set(
  'img picture hr video audio iframe embed object svg canvas math'.split(' '),
);

/** Kinds of an element and its ancestors, as bits that children inherit. */
export const Within = {
  nav: 1,
  header: 1 << 1,
  footer: 1 << 2,
  aside: 1 << 3,
  main: 1 << 4,
  article: 1 << 5,
  form: 1 << 6,
  table: 1 << 7,
  listItem: 1 << 8,
  figure: 1 << 9,
  dialog: 1 << 10,
  control: 1 << 11,
  link: 1 << 12,
  quote: 1 << 13,
  code: 1 << 14,
  heading: 1 << 15,
  paragraph: 1 << 16,
  definition: 1 << 17,
  details: 1 << 18,
  itemText: 1 << 19,
  ariaHidden: 1 << 20,
  label: 1 << 21,
} as const;

export const WITHIN_TAG: Readonly<Record<string, number>> = {
  nav: Within.nav,
  menu: Within.nav,
  header: Within.header,
  footer: Within.footer,
  aside: Within.aside,
  main: Within.main,
  article: Within.article,
  form: Within.form,
  table: Within.table,
  li: Within.listItem,
  figure: Within.figure,
  dialog: Within.dialog,
  button: Within.control,
  label: Within.control | Within.label,
  legend: Within.control,
  a: Within.link,
  blockquote: Within.quote,
  pre: Within.code,
  p: Within.paragraph,
  dd: Within.definition,
  dt: Within.definition,
  details: Within.details,
  h1: Within.heading,
  h2: Within.heading,
  h3: Within.heading,
  h4: Within.heading,
  h5: Within.heading,
  h6: Within.heading,
};

export const WITHIN_ROLE: Readonly<Record<string, number>> = {
  navigation: Within.nav,
  menu: Within.nav,
  menubar: Within.nav,
  tablist: Within.nav,
  toolbar: Within.nav,
  banner: Within.header,
  contentinfo: Within.footer,
  complementary: Within.aside,
  main: Within.main,
  article: Within.article,
  search: Within.form,
  form: Within.form,
  dialog: Within.dialog,
  alertdialog: Within.dialog,
  button: Within.control,
};

/** schema.org properties whose text is prose that readers came for. */
export const PROSE_PROPERTIES =
  /^(?:articleBody|description|text|reviewBody|commentText|recipeInstructions|recipeIngredient|acceptedAnswer|suggestedAnswer)$/;
