/** Version of this package, sent to agents. */
export const VERSION = '0.1.0';
