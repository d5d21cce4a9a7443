/** Plugins of turndown that the specs use. */
declare module '@joplin/turndown-plugin-gfm' {
  export const gfm: (turndown: import('turndown')) => void;
}
declare module 'turndown-plugin-gfm' {
  export const gfm: (turndown: import('turndown')) => void;
}
