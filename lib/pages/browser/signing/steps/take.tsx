import type { SigningRecipient } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActForm, Input, Screen, SendButton, textIn } from '../../shared/parts.tsx';
import { newRequestKey } from '../../shared/request-key.ts';
import { ask, recipientPath, refresh } from '../state/api.ts';
import { putRecipient, recipient } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { About } from './about.tsx';
import { MoreButton } from './more.tsx';

/** Takes the envelope for the group under this name. Another one may have been faster: the page says so then. */
const take = async (given: FormData, take_over: boolean): Promise<void> => {
  const [first_name, last_name] = [textIn(given, 'first_name'), textIn(given, 'last_name')];
  try {
    const body = { first_name, last_name, take_over };
    putRecipient(await ask<SigningRecipient>('POST', recipientPath('name'), body, newRequestKey()));
    await refresh();
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'held_by_other') await refresh();
    throw error;
  }
};

/** The screen of a group with a shared mailbox: who it is that signs, and who has it now. */
export const Take = () => {
  const { group_name, held_since, full_name } = recipient.value;
  const isHeld = held_since !== null;
  return (
    <Screen title={w.takeTitle}>
      <div class="row">
        <About />
        <MoreButton />
      </div>
      <p>{say(w.takeAbout, { group: group_name ?? '' })}</p>
      {isHeld && <p role="status">{say(w.takeHeld, { name: full_name })}</p>}
      <ActForm key={String(isHeld)} act={(given) => take(given, isHeld)}>
        <Input name="first_name" label={w.firstName} autoComplete="given-name" maxLength={100} />
        <Input name="last_name" label={w.lastName} autoComplete="family-name" maxLength={100} optional />
        <SendButton>{isHeld ? w.takeOver : w.takeGo}</SendButton>
      </ActForm>
    </Screen>
  );
};
