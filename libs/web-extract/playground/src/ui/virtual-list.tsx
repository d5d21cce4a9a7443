import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowWindow } from './row-window.js';

/** As `--row` of the style sheet. */
const ROW_HEIGHT = 40;
const UNSEEN_HEIGHT = 600;

interface VirtualListProps {
  readonly label: string;
  readonly rows: number;
  readonly row: (at: number) => ComponentChildren;
  readonly open?: (at: number) => void;
  /** The row that is open. */
  readonly current?: number | null;
}

/** A list of any length: arrows, Page Up and Down, Home and End move in it, Enter opens. */
export function VirtualList({ label, rows, row, open, current = null }: VirtualListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: UNSEEN_HEIGHT });
  const [at, setAt] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => setAt((place) => Math.max(0, Math.min(place, rows - 1))), [rows]);

  const { from, to } = rowWindow(rows, ROW_HEIGHT, view.top, view.height);
  const goTo = (next: number) => {
    const place = Math.max(0, Math.min(rows - 1, next));
    setAt(place);
    const element = box.current;
    if (!element) return;
    if (place * ROW_HEIGHT < element.scrollTop) element.scrollTop = place * ROW_HEIGHT;
    const overhang = (place + 1) * ROW_HEIGHT - element.clientHeight;
    if (overhang > element.scrollTop) element.scrollTop = overhang;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) goTo(next);
    else if (event.key === 'Enter') open?.(at);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= from && at < to ? `${id}-${at}` : undefined}
      ref={box}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }
      onKeyDown={onKeyDown}
    >
      <svg class="list-space" width="1" height={rows * ROW_HEIGHT} aria-hidden="true" />
      <div
        class="list-rows"
        ref={(element) => void (element && (element.style.top = `${from * ROW_HEIGHT}px`))}
      >
        {Array.from({ length: to - from }, (_, index) => from + index).map((place) => (
          <div
            key={place}
            id={`${id}-${place}`}
            class="list-row"
            role="option"
            aria-selected={place === current || (current === null && place === at)}
            aria-setsize={rows}
            aria-posinset={place + 1}
            data-at={place === at ? '' : undefined}
            onClick={() => {
              setAt(place);
              open?.(place);
            }}
          >
            {row(place)}
          </div>
        ))}
      </div>
    </div>
  );
}
