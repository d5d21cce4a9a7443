import { hash } from 'node:crypto';

/** 96 bits of SHA-256. */
const ID_CHARS = 16;
/** 72 bits: rows are found by both ids together. */
const PARTITION_CHARS = 12;

const idOf = (text: string, chars = ID_CHARS): string => hash('sha256', text, 'base64url').slice(0, chars);

/** Id of a page in feeds and visits, by the exact spelling of its URL. */
export const pageId = (url: string): string => idOf(url);

/** Id of the row of a page that similar URLs identify. @param alias see `HistoryKey` */
export const similarId = (alias: string): string => idOf(`similar\0${alias}`);

/** Name of the rows of the pages of a site. */
export const partitionOf = ({ group, site }: { readonly group: string; readonly site: string }): string =>
  idOf(`${group}\0${site}`, PARTITION_CHARS);
