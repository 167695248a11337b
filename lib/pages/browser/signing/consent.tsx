import { useSignal } from '@preact/signals';
import { ActForm, Choice, Screen, SendButton } from '../shared/parts.tsx';
import { showSheet } from '../shared/sheet.tsx';
import { actAsRecipient } from './api.ts';
import { Disclosures, disclosures } from './disclosures.tsx';
import { MoreButton } from './more.tsx';
import { Pages } from './pages.tsx';
import { envelope, recipient, sender } from './state.ts';
import { localeAndZone, say, w } from './words/index.ts';

/** True where documents are withheld until it is verified who reads them. */
const isWithheld = (): boolean => recipient.value.auth_step !== null;

/** The document and the consent. It can be given once page 1 has been seen, or where verification comes first. */
export const Consent = () => {
  const seen = useSignal(false);
  const [first] = envelope.value.documents;
  const agree = () => {
    const shown = isWithheld() ? '' : `\n\n${say(w.consentShown, { document: first?.name ?? '' })}`;
    return actAsRecipient('agree', { disclosures: `${disclosures()}${shown}`, ...localeAndZone() });
  };
  const canAgree = isWithheld() || seen.value;
  return (
    <Screen title={envelope.value.name} wide={!isWithheld()}>
      <div class="row">
        <p class="soft">{say(w.from, { sender: sender.value })}</p>
        <MoreButton />
      </div>
      {isWithheld() ? (
        <p>{say(w.consentVerify, { sender: sender.value })}</p>
      ) : (
        <Pages onFirstShown={() => (seen.value = true)} />
      )}
      <div class={isWithheld() ? '' : 'bar'}>
        <ActForm act={agree}>
          {canAgree ? (
            <>
              <Choice type="checkbox" required aria-invalid={false}>
                {w.consentLabel}
              </Choice>
              <div class="row">
                <button type="button" class="quiet" onClick={() => showSheet(Disclosures)}>
                  {w.disclosures}
                </button>
                <SendButton>{w.consentGo}</SendButton>
              </div>
            </>
          ) : (
            <p role="status">{w.consentWait}</p>
          )}
        </ActForm>
      </div>
    </Screen>
  );
};
