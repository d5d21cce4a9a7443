/** A path on a disk or in a network: programs store the name of the inserted file as its description. */
const PATH = /^\s*(?:"?[a-z]:[\\/]|\\\\|file:|cid:|\/(?:Users|home|tmp|private|var|Volumes|mnt)\/|~\/)/i;
/** Path segments separated by backslashes, or by colons as on older Macintosh systems. */
const SEGMENTS = /^[^\\\n]*(?:\\[^\\\n]+){2,}$|^[^:\n]+(?::[^:\s][^:\n]*){2,}\.\w{2,5}$/;
/** The name of a picture file. */
const FILE_NAME =
  /^[^\n]{0,250}\.(?:png|jpe?g|jfif|gif|bmp|dib|tiff?|emf|wmf|emz|wmz|svgz?|webp|heic|heif|avif|eps|pict?|pcx|psd|ico|cdr)\s*$/i;

/** Longer descriptions are no names. */
const MAX_NAME_CHARS = 1_000;

/** The description of a picture; empty if it is only the path or name of a file, which can contain names of users. */
export function pictureDescription(written: string): string {
  const text = written.trim();
  if (text.length > MAX_NAME_CHARS) return text;
  return PATH.test(text) || SEGMENTS.test(text) || FILE_NAME.test(text) ? '' : text;
}
