import { signal } from '@preact/signals';
import { newRequestKey } from '../shared/request-key.ts';

/** Tabs of this browser in which the same draft or template is open: each tells the others that it has saved. */

interface Told {
  /** Id of what is open. */
  id: string;
  tab: string;
  says: 'opened' | 'here' | 'saved' | 'closed';
}

const own = newRequestKey();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('editor') : undefined;

/** The other tabs with the same record. */
export const otherTabs = signal<ReadonlySet<string>>(new Set());

const tell = (id: string, says: Told['says']): void => channel?.postMessage({ id, tab: own, says } satisfies Told);

/** Tells the other tabs that this one has saved a change. */
export const tellSaved = (id: string): void => tell(id, 'saved');

/** Asks the other tabs anew: one that was ended by its browser couldn't say so. */
export const askTabs = (id: string): void => {
  otherTabs.value = new Set();
  tell(id, 'opened');
};

/** Joins the tabs with this record, and calls `onSaved` when another one has saved it. Returns what leaves them. */
export const joinTabs = (id: string, onSaved: () => void): (() => void) => {
  const hear = ({ data }: MessageEvent<Told>): void => {
    if (data.id !== id) return;
    const others = new Set(otherTabs.peek());
    if (data.says === 'closed') others.delete(data.tab);
    else others.add(data.tab);
    otherTabs.value = others;
    if (data.says === 'opened') tell(id, 'here');
    if (data.says === 'saved') onSaved();
  };
  const leave = (): void => tell(id, 'closed');
  channel?.addEventListener('message', hear);
  addEventListener('pagehide', leave);
  askTabs(id);
  return () => {
    leave();
    removeEventListener('pagehide', leave);
    channel?.removeEventListener('message', hear);
    otherTabs.value = new Set();
  };
};
