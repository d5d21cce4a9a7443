import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
}

interface TabsProps {
  readonly label: string;
  /** Begins the ids of the tabs and of their panels. */
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
  readonly kind?: 'main' | 'panes';
}

/** A row of tabs; arrows, Home and End move among them. */
export function Tabs({ label, name, tabs, chosen, choose, kind = 'panes' }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) showChosen(list.current);
  }, [chosen, tabs.length]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`#${name}-tab-${next.id}`)?.focus();
  };
  return (
    <div class={`tabs tabs-${kind}`} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ id, label: text, note }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${name}-tab-${id}`}
          aria-selected={id === chosen}
          aria-controls={`${name}-panel-${id}`}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
        >
          {text}
          {note !== undefined && <small>{note}</small>}
        </button>
      ))}
    </div>
  );
}

/** Scrolls a row, and nothing around it, as far as its chosen tab is out of sight. */
function showChosen(row: HTMLElement): void {
  const tab = row.querySelector('[aria-selected=true]');
  if (!tab) return;
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
}

interface PanelProps {
  readonly name: string;
  readonly id: string;
  readonly isShown: boolean;
  readonly children: ComponentChildren;
}

export function Panel({ name, id, isShown, children }: PanelProps) {
  return (
    <div
      role="tabpanel"
      class="panel"
      id={`${name}-panel-${id}`}
      aria-labelledby={`${name}-tab-${id}`}
      hidden={!isShown}
      tabIndex={0}
    >
      {children}
    </div>
  );
}
