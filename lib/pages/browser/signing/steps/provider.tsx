import { signal, useSignalEffect } from '@preact/signals';
import type { SigningSession } from '../../shared/answers.ts';
import { leaveFor, returnedHere, takeReturned } from '../../shared/at-provider.ts';
import { CallFailed, call } from '../../shared/call.ts';
import { ActButton } from '../../shared/parts.tsx';
import { busy, run } from '../../shared/run.ts';
import { ask, refresh } from '../state/api.ts';
import { recipient, sender, session } from '../state/state.ts';
import { say, w } from '../words/index.ts';

/** The account that came, where it isn't the recipient's. */
const other = signal('');

/** Ends the verification by what the provider has said, for the session in which it began. */
const end = async (): Promise<void> => {
  const back = takeReturned();
  if (!back) return;
  other.value = '';
  try {
    const path = '/v2/sign/verify/provider';
    session.value = await call<SigningSession>('POST', path, back.returned, { signer: back.signer });
  } catch (error) {
    // Somebody else was counted: the page says how many attempts are left.
    await refresh().catch(() => {});
    if (!(error instanceof CallFailed) || error.code !== 'identity_mismatch') throw error;
    other.value = otherPerson(error.message);
  }
};

/** The API's sentence on somebody else than the recipient. */
const MISMATCH = /^You have signed in there as (.+)\. These documents are for (.+)\.$/;

const otherPerson = (message: string): string => {
  const [, came = '', expected = ''] = MISMATCH.exec(message) ?? [];
  return expected === recipient.value.email
    ? say(w.providerOther, { came, address: expected })
    : say(w.providerClaim, { came, sender: sender.value });
};

const leave = async (): Promise<void> => {
  const begun = { origin: location.origin };
  const { redirect_to } = await ask<{ redirect_to: string }>('POST', '/v2/sign/verify/provider/options', begun);
  leaveFor(redirect_to, session.value?.access_token ?? '');
};

/** The step at the identity provider of the signer's company. Providers refuse to be framed: a tab of its own then. */
export const AtProvider = () => {
  useSignalEffect(() => {
    // The page may still be busy with the press that has opened the link.
    if (!busy.value && returnedHere()?.signing === '') void run(end);
  });
  return (
    <>
      {other.value && <p role="alert">{other.value}</p>}
      <p>{say(w.providerAbout, { sender: sender.value })}</p>
      {parent === window ? (
        <ActButton act={leave}>{w.providerGo}</ActButton>
      ) : (
        <a class="button" href={location.href} target="_blank" rel="noopener">
          {w.providerTab}
        </a>
      )}
    </>
  );
};
