import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { latest } from '../../account/latest.ts';
import { explain } from '../../shared/explain.ts';
import { ask } from '../../user/session.ts';
import type { MessagePreview } from './answers.ts';

/** Milliseconds without a change after which a preview is asked for. */
const PAUSE = 300;

/** A message as it would be sent. */
export interface Preview {
  /** The last one; null until there is one. */
  shown: Signal<MessagePreview | null>;
  /** Why the last one is out of date; empty if it isn't. */
  fault: Signal<string>;
}

/** The preview of a message, asked for again a moment after `body` changes. Null asks for none. */
export const usePreview = (body: object | null): Preview => {
  const shown = useSignal<MessagePreview | null>(null);
  const fault = useSignal('');
  const reader = useMemo(
    () =>
      latest(
        (asked: string) => ask<MessagePreview>('POST', '/v2/notifications/templates/preview', JSON.parse(asked)),
        (answer) => {
          shown.value = answer;
          fault.value = '';
        },
      ),
    [],
  );
  const asked = body && JSON.stringify(body);
  useEffect(() => {
    if (asked === null) return;
    const again = () => {
      reader.ask(asked).catch((error: unknown) => {
        fault.value = explain(error);
      });
    };
    const timer = setTimeout(again, shown.peek() ? PAUSE : 0);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [asked]);
  useEffect(() => reader.drop, []);
  return { shown, fault };
};
