import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Values that a view can be opened with, by the id of its tab. */
export interface Destinations {
  readonly scrape: { readonly entry: string } | { readonly example: string };
  readonly extract: { readonly example: string };
  readonly crawl: { readonly id: string };
  readonly feed: { readonly tag: string };
  readonly history: { readonly url: string };
}

type Destination = {
  [Id in keyof Destinations]: { readonly tab: Id; readonly with: Destinations[Id] };
}[keyof Destinations];

export interface NavigationState {
  readonly destination: Destination | null;
  go(destination: Destination): void;
}

export const Navigation = createContext<NavigationState>({ destination: null, go: () => undefined });

export const useNavigation = (): NavigationState => useContext(Navigation);

/** State of the provider; `onGo` shows the tab. */
export function useNavigationState(onGo: (tab: string) => void): NavigationState {
  const [destination, setDestination] = useState<Destination | null>(null);
  return {
    destination,
    go: (next) => {
      setDestination({ ...next });
      onGo(next.tab);
    },
  };
}

/** Calls `arrive` each time the view is opened with a value. */
export function useArrival<Id extends keyof Destinations>(
  tab: Id,
  arrive: (value: Destinations[Id]) => void,
): void {
  const { destination } = useNavigation();
  useEffect(() => {
    if (destination?.tab === tab) arrive(destination.with as Destinations[Id]);
  }, [destination]);
}
