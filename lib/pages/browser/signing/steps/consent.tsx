import { useSignal } from '@preact/signals';
import { ActForm, Choice, Screen, SendButton } from '../../shared/parts.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { isWide } from '../pages/width.ts';
import { actAsRecipient } from '../state/api.ts';
import { envelope, recipient, sender } from '../state/state.ts';
import { localeAndZone, quoted, say, w } from '../words/index.ts';
import { Message, Opening } from './about.tsx';
import { Disclosures, disclosures } from './disclosures.tsx';
import { MoreButton } from './more.tsx';
import { Pages, PageTools } from './pages.tsx';
import { People } from './people.tsx';

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
  const from = <p class="soft">{say(w.from, { sender: sender.value })}</p>;
  if (isWithheld()) {
    return (
      <Screen title={quoted(envelope.value.name)}>
        <div class="row">
          {from}
          <MoreButton />
        </div>
        <Message />
        <p>{say(w.consentVerify, { sender: sender.value })}</p>
        <Agreement agree={agree} />
        <DisclosuresLink />
      </Screen>
    );
  }
  return (
    <Screen
      title={quoted(envelope.value.name)}
      bar={
        <>
          <PageTools />
          <MoreButton />
        </>
      }
      beside={
        <>
          {seen.value ? <Agreement agree={agree} /> : <p role="status">{w.consentWait}</p>}
          {isWide.value && <DisclosuresLink />}
          {isWide.value && <People />}
        </>
      }
    >
      {from}
      <Opening />
      {!isWide.value && <DisclosuresLink />}
      <Pages onFirstShown={() => (seen.value = true)} />
    </Screen>
  );
};

const DisclosuresLink = () => (
  <button type="button" class="quiet" onClick={() => showSheet(Disclosures)}>
    {w.disclosures}
  </button>
);

const Agreement = ({ agree }: { agree: () => Promise<void> }) => (
  <ActForm act={agree}>
    <div class="agreement">
      <Choice type="checkbox" required aria-invalid={false}>
        {w.consentLabel}
      </Choice>
      <SendButton>{w.consentGo}</SendButton>
    </div>
  </ActForm>
);
