import { computed, signal } from '@preact/signals';
import type { Field } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { explain } from '../../shared/explain.ts';
import { newRequestKey } from '../../shared/request-key.ts';
import { say, w } from '../words/index.ts';
import { ask, followChange, recipientPath } from './api.ts';
import { problemOf } from './limited.ts';
import { type Change, changes, endChange, fieldProblems, own } from './state.ts';
import { tellTabs } from './tabs.ts';

const cutOff = signal(false);

/** State of the changes: all with the server, on their way, or kept here until there is a connection. */
export const saving = computed((): 'saved' | 'saving' | 'unsaved' => {
  if (changes.value.length === 0) return 'saved';
  return cutOff.value ? 'unsaved' : 'saving';
});

let sending = false;
let wake: () => void = () => {};

/** Saves what a field is to hold: shown at once, sent in turn. A later change of the same field takes its place. */
export const save = (field: Field, value: string | boolean | null, shown: Partial<Field> = {}): void => {
  enqueue(field.name, { value: value === null ? null : String(value), ...shown }, { value, prepared: false });
};

/** Saves the file of an attachment; without one, takes it away. */
export const saveFile = (field: Field, file?: File): void => {
  const form = new FormData();
  if (file) form.append('document', file, file.name);
  // A form needs a part to be one.
  else form.append('prepared', 'false');
  enqueue(field.name, { value: file ? 'attached' : null, settings: { ...field.settings, name: file?.name } }, form);
};

const enqueue = (field: string, shown: Partial<Field>, body: object): void => {
  const { [field]: _, ...others } = fieldProblems.value;
  fieldProblems.value = others;
  const kept = changes.value.filter((one, index) => one.field !== field || (sending && index === 0));
  changes.value = [...kept, { field, shown: { ...shown, stamped_text: null }, body, key: newRequestKey() }];
  void sendAll();
};

const sendAll = async (): Promise<void> => {
  if (sending) return;
  sending = true;
  for (let pause = 1000; changes.value.length > 0; ) {
    const [change] = changes.value as [Change, ...Change[]];
    try {
      const saved = await ask<Field>(
        'PUT',
        recipientPath(`fields/${encodeURIComponent(change.field)}`),
        change.body,
        change.key,
      );
      settle(change, saved);
      pause = 1000;
    } catch (error) {
      if (error instanceof CallFailed && !isPassing(error)) {
        settle(change);
        if (!(await followChange(error).catch(() => false))) {
          fieldProblems.value = { ...fieldProblems.value, [change.field]: reasonOf(change, error) };
        }
        continue;
      }
      cutOff.value = true;
      await connectionOr(pause);
      pause = Math.min(pause * 2, 15_000);
    }
  }
  sending = false;
  tellTabs();
};

const settle = (change: Change, answered?: Field): void => {
  cutOff.value = false;
  endChange(change, answered);
};

const isPassing = ({ status, code }: CallFailed): boolean =>
  status >= 500 || status === 429 || code === 'idempotency_in_flight';

/**
 * Reason of a refused change, in the page's language. The rules are known here too; else the API's sentence says it.
 */
const reasonOf = ({ field: name, shown }: Change, error: CallFailed): string => {
  if (error.code !== 'invalid') return explain(error);
  const field = own.value.find((one) => one.name === name);
  const broken = field && typeof shown.value === 'string' ? problemOf(field, shown.value) : '';
  // The API names the parameter first, which people don't know.
  return broken || say(w.notAccepted, { reason: { trusted: error.message.replace(/^(value|document): /, '') } });
};

const connectionOr = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** Ends when all changes are with the server or were refused. */
export const allSaved = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = changes.subscribe((left) => {
      if (left.length > 0) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

addEventListener('online', () => wake());
addEventListener('beforeunload', (event) => {
  if (changes.value.length > 0) event.preventDefault();
});
