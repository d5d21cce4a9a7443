/**
 * Extensions of files without text: images, audio, video, archives, programs, fonts. Scripts and style sheets are
 * deliberately omitted: some pages are named `node.js` or show the source of `main.css`, and links to the files
 * themselves are rare.
 */
const MEDIA: ReadonlySet<string> = new Set(
  (
    'jpg jpeg png gif webp avif svg svgz bmp ico tif tiff heic heif psd eps raw cr2 nef ' +
    'mp3 wav flac aac m4a ogg oga opus wma mid midi aif aiff ' +
    'mp4 m4v webm mkv mov avi wmv flv mpg mpeg ogv 3gp m3u8 ' +
    'zip gz tgz tar bz2 tbz2 xz txz zst 7z rar lz lzma cab ' +
    'exe msi dmg pkg iso img deb rpm apk aab ipa jar war appimage bin dll ' +
    'woff woff2 ttf otf eot'
  ).split(' '),
);

const MAX_EXTENSION_CHARS = 8;

/**
 * Lower-case extension of a path to a file without text; otherwise null.
 *
 * A last segment with a colon is the title of a wiki page about a file (`/wiki/File:Tree.jpg`), not the file.
 */
export function mediaExtension(path: string): string | null {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.length - dot > MAX_EXTENSION_CHARS + 1) return null;
  const extension = path.slice(dot + 1).toLowerCase();
  if (!MEDIA.has(extension)) return null;
  const title = path.slice(path.lastIndexOf('/') + 1, dot);
  return /:|%3a/i.test(title) ? null : extension;
}
