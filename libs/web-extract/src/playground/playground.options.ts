import { textLike } from '../model/options/kinds.js';
import { group, settingsOf, type OptionsOf } from '../model/options/option-table.js';

/** Of a route or of what lies above routes: the root, too. */
const place = textLike(
  /^\/?(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/,
  'must be a path of letters, digits and . _ ~ - /',
);

const OPTIONS = {
  /**
   * Path of the page, below the host's own global prefix; `/` is the root.
   * @default '/playground'
   */
  path: place.or('/playground'),

  /**
   * The `prefix` of the `WebExtractModule` that it speaks to, where an application has several.
   * @default that of the first one with v2
   */
  apiPrefix: place,
};

/** Where the playground stands. */
export const PLAYGROUND_OPTIONS = group(OPTIONS);

/** Where the playground stands. Every field is optional. */
export interface PlaygroundOptions extends OptionsOf<typeof OPTIONS> {}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class PlaygroundSettings extends settingsOf(PLAYGROUND_OPTIONS) {}
