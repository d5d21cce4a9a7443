declare module '*.html' {
  const text: string;
  export default text;
}

declare module '*.pdf' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
