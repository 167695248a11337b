import { computed, signal } from '@preact/signals';
import type { RulesSeen } from '../../../fields/rules/seen.ts';
import { CallFailed } from '../shared/call.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { closeSheet } from '../shared/sheet.tsx';
import { actAsRecipient, refresh } from './api.ts';
import { allSaved } from './queue.ts';
import { rulePart } from './ruled.ts';
import { fieldProblems, own, recipient, rulesSeen } from './state.ts';
import { localeAndZone, w } from './words/index.ts';

/** One act, however often it is asked for; another one after a refusal, whose answer is kept under the key. */
let key = newRequestKey();

/** True while the server refuses what stands in one of the fields that are shown. */
export const isRefused = computed((): boolean => own.value.some(({ name }) => fieldProblems.value[name]));

/**
 * Carries out a submission once all fields are saved, and gives it what rules show at the press. Throws where a field
 * was refused, and where the rules show something else by now: what has changed is shown then, and said.
 */
export const withWhatIsShown = async (act: (said: { rules_seen?: RulesSeen }) => Promise<void>): Promise<void> => {
  const seen = rulesSeen();
  await allSaved();
  if (isRefused.value) throw new Error(w.notTaken);
  try {
    await act(seen ? { rules_seen: seen } : {});
  } catch (error) {
    throw error instanceof CallFailed && error.code === 'rules_changed' ? await showChange(error) : error;
  }
};

/** True once a submit was refused because rules show something else: the review gives way to the fields. */
export const mustLookAgain = signal(false);

/** Shows what rules have changed, and returns an error that says it. */
const showChange = async (error: Error): Promise<Error> => {
  const before = own.peek();
  await refresh();
  closeSheet();
  mustLookAgain.value = true;
  return new Error(rulePart.peek()?.explainChange(before, own.peek()) ?? error.message);
};

/** Sends the submission, with what the page says of it, and a passkey's answer where one signs. */
export const send = async (said: { rules_seen?: RulesSeen; passkey?: object }): Promise<void> => {
  await actAsRecipient('submit', { ...localeAndZone(), ...said }, key).catch((error: unknown) => {
    if (error instanceof CallFailed) key = newRequestKey();
    throw error;
  });
  // The answer to the submission stands, also where the rest can't be read again now.
  if (recipient.value.status !== 'submitted') await refresh();
  else await refresh().catch(() => {});
};
