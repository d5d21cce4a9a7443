/** Of this package: it is told to agents. */
export const VERSION = '0.1.0';
