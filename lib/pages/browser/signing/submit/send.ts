import { computed, signal } from '@preact/signals';
import type { RulesSeen } from '../../../../fields/rules/seen.ts';
import { CallFailed } from '../../shared/call.ts';
import { laterModule } from '../../shared/later.tsx';
import { newRequestKey } from '../../shared/request-key.ts';
import { closeSheet, showSheet } from '../../shared/sheet.tsx';
import { actAsRecipient, refresh } from '../state/api.ts';
import { allSaved } from '../state/queue.ts';
import { rulePart } from '../state/ruled.ts';
import { fieldProblems, own, recipient, rulesSeen } from '../state/state.ts';
import { localeAndZone, w } from '../words/index.ts';
import { type NamedPerson, named } from './named.ts';

/** One act, however often it is asked for; another one after a refusal, whose answer is kept under the key. */
let key = newRequestKey();

/** True while the server refuses what stands in one of the fields that are shown. */
export const isRefused = computed((): boolean => own.value.some(({ name }) => fieldProblems.value[name]));

const naming = laterModule(() => import('./naming.tsx'));

/** The page's part of a submission. */
export interface Said {
  rules_seen?: RulesSeen;
  named?: readonly NamedPerson[];
}

/**
 * Carries out a submission once all fields are saved, and gives it what rules show at the press. Throws where a field
 * was refused, and where the rules show something else by now: what has changed is shown then, and said. Where
 * somebody is to be put in, it asks for that first.
 */
export const withWhatIsShown = async (act: (said: Said) => Promise<void>): Promise<void> => {
  const seen = rulesSeen();
  await allSaved();
  if (isRefused.value) throw new Error(w.notTaken);
  try {
    await act({ ...(seen && { rules_seen: seen }), ...(named.peek().length > 0 && { named: named.peek() }) });
  } catch (error) {
    const code = error instanceof CallFailed && error.code;
    if (code === 'naming_needed' && named.peek().length === 0) {
      const { namingSheet } = await naming();
      showSheet(namingSheet(() => withWhatIsShown(act)));
      return;
    }
    throw code === 'rules_changed' ? await showChange(error as CallFailed) : error;
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
export const send = async (said: Said & { passkey?: object }): Promise<void> => {
  await actAsRecipient('submit', { ...localeAndZone(), ...said }, key).catch((error: unknown) => {
    if (error instanceof CallFailed) key = newRequestKey();
    throw error;
  });
  // The answer to the submission stands, also where the rest can't be read again now.
  if (recipient.value.status !== 'submitted') await refresh();
  else await refresh().catch(() => {});
};
