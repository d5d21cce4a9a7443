import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useTheme } from '../state/theme.js';
import { trusted } from '../ui/trusted-types.js';
import { frameDocument } from './frame-document.js';

/** Untrusted HTML in a sandboxed frame without scripts and network. */
export function HtmlFrame({ html }: { readonly html: string }) {
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const source = useMemo(() => frameDocument(html, theme), [html, theme]);
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = trusted().createHTML(source);
  }, [source]);
  return <iframe class="frame" ref={frame} sandbox="" title="Cleaned HTML" referrerpolicy="no-referrer" />;
}
