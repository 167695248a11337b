import { useEffect } from 'preact/hooks';
import { sameEmail } from '../../../base/email-address.ts';
import { chosenRoleName } from '../../../fields/role-names.ts';
import type { Audit, Draft, EnvelopeRecord, RecipientRecord, Template } from '../shared/answers.ts';
import { downloadLogProof } from '../shared/log-proof.ts';
import { ActButton } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { keepReading, readsFailed } from '../shared/run.ts';
import { addressOf, go } from '../user/route.ts';
import { ask, me, profiles } from '../user/session.ts';
import { Time, timeOf } from './dates.tsx';
import { cancelButton, RecipientActs, sealAgain } from './envelope-acts.tsx';
import {
  dropEnvelope,
  envelope,
  isChangeable,
  isOwn,
  readAgain,
  readEnvelope,
  reasons,
  type Stage,
  stageOf,
} from './envelope-data.ts';
import { eventInWords, isActing, recipientState } from './envelope-state.ts';
import { Frame, Organization } from './frame.tsx';
import { Link } from './link.tsx';
import { Skeleton } from './list-parts.tsx';
import { makesTemplates } from './rights.ts';
import { quoted, say, spokenLocale, type Word, w } from './words/index.ts';

/** Milliseconds until a visible page looks for what has changed. */
const LOOK_AGAIN: Partial<Record<Stage, number>> = { open: 30_000, sealing: 5000 };

/** The page that a sender's mails link to: an envelope's state and possible acts. */
export const EnvelopeView = ({ id }: { id: string }) => {
  const profile = me.value?.id;
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') void readAgain();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      dropEnvelope();
    };
  }, [id, profile]);
  useEffect(() => {
    if (profile) return keepReading(() => readEnvelope(id));
  }, [id, profile]);
  if (envelope.value === undefined) return <Reading />;
  return envelope.value ? <Found record={envelope.value} /> : <Missing />;
};

const Reading = () => <Frame title={w.envelopeTitle}>{!readsFailed.value && <Skeleton />}</Frame>;

/** Shown for a missing envelope and for a forbidden one alike. */
const Missing = () => (
  <Frame title={w.missing}>
    <p>{say(w.missingAbout, { email: me.value?.email ?? '' })}</p>
    {profiles.value.length > 1 && (
      <>
        <p>{w.missingSwitch}</p>
        <Organization />
      </>
    )}
  </Frame>
);

const Found = ({ record }: { record: EnvelopeRecord }) => {
  const stage = stageOf(record);
  useEffect(() => {
    const pause = LOOK_AGAIN[stage];
    if (!pause) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readAgain();
    }, pause);
    return () => clearInterval(timer);
  }, [stage]);
  return (
    <Frame title={quoted(record.name)}>
      <p class="soft">
        {say(w.from, { sender: record.sender_name })} · <Time at={record.created_at} />
      </p>
      <p role="status" class="state">
        {stageInWords(stage, record)}
      </p>
      {stage === 'sealFailed' && isOwn.value && <ActButton act={sealAgain}>{w.sealAgain}</ActButton>}
      <OwnTurn record={record} />
      <Recipients record={record} />
      <Documents record={record} stage={stage} />
      <Timeline record={record} />
      <Others record={record} />
      {isOwn.value && <Again record={record} />}
      {cancelButton()}
    </Frame>
  );
};

/** The envelope that this one was sent in the place of, and the one that was sent in the place of this. */
const Others = ({ record: { replaces, replaced_by } }: { record: EnvelopeRecord }) => (
  <>
    {replaces && isOwn.value && (
      <p>
        {w.replacesOther} <Link to={`/envelopes/${replaces}`}>{w.showOther}</Link>
      </p>
    )}
    {replaced_by && (
      <p>
        {w.replacedByOther}
        {isOwn.value && (
          <>
            {' '}
            <Link to={`/envelopes/${replaced_by}`}>{w.showOther}</Link>
          </>
        )}
      </p>
    )}
  </>
);

/** Begins a draft with the same contents, and opens it. */
const Again = ({ record }: { record: EnvelopeRecord }) => (
  <>
    <ActButton
      other
      act={async () => {
        const { id } = await ask<Draft>('POST', '/v2/drafts', { envelope_id: record.id }, newRequestKey());
        await go(`/drafts/${id}`);
      }}
    >
      {w.sendAgain}
    </ActButton>
    <p class="soft">{w.sendAgainAbout}</p>
    {makesTemplates() && (
      <>
        <ActButton
          other
          act={async () => {
            const body = { name: record.name, envelope_id: record.id };
            const { id } = await ask<Template>('POST', '/v2/templates', body, newRequestKey());
            await go(`/templates/${id}`);
          }}
        >
          {w.makeTemplate}
        </ActButton>
        <p class="soft">{w.makeTemplateAbout}</p>
      </>
    )}
    {isCorrectable(record) && (
      <>
        <ActButton
          other
          act={async () => {
            const { id } = await ask<Draft>('POST', '/v2/drafts', { replaces: record.id }, newRequestKey());
            await go(`/drafts/${id}`);
          }}
        >
          {w.correctEnvelope}
        </ActButton>
        <p class="soft">{w.correctEnvelopeAbout}</p>
      </>
    )}
  </>
);

const stageInWords = (
  stage: Stage,
  { recipients, expires_at, seal_error, history_entries }: EnvelopeRecord,
): string => {
  switch (stage) {
    case 'complete':
      return w.stageComplete;
    case 'sealing':
      return w.stageSealing;
    case 'sealFailed':
      return say(w.stageSealFailed, { reason: { trusted: seal_error ?? '' } });
    case 'declined':
      // Of several, the last one has ended the envelope.
      return say(w.stageDeclined, {
        name: history_entries.filter(({ event }) => event === 'recipient:declined').at(-1)?.name ?? '',
      });
    case 'expired':
      return w.stageExpired;
    case 'canceled':
      return w.stageCanceled;
    case 'open': {
      const waits = recipients.filter(isActing).map(({ full_name }) => full_name);
      const first =
        waits.length > 0
          ? say(w.stageOpen, { names: { trusted: listOf(waits.map((name) => quoted(name))) } })
          : w.stageStuck;
      return expires_at ? `${first} ${say(w.expires, { time: { trusted: timeOf(expires_at) } })}` : first;
    }
  }
};

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(spokenLocale(), { type: 'conjunction' }).format(names);

/** True while nobody has signed or approved it, so that another one may replace it. */
const isCorrectable = ({ recipients }: EnvelopeRecord): boolean =>
  isChangeable.value && recipients.every(({ status }) => status !== 'submitted');

/** Tells the user that it is their turn, with a link to sign. */
const OwnTurn = ({ record }: { record: EnvelopeRecord }) => {
  const email = me.value?.email ?? '';
  const own = record.recipients.find((one) => isActing(one) && sameEmail(one.email, email) && one.type !== 'cc');
  if (!own) return null;
  const parts = [record.id, own.role_name, own.in_app_key ?? ''].map(encodeURIComponent);
  return own.in_app_key ? (
    <a class="button" href={addressOf(`/sign/${parts.join('/')}`)} target="_blank" rel="noopener">
      {w.signNow}
    </a>
  ) : (
    <p>{w.ownTurn}</p>
  );
};

const Recipients = ({ record }: { record: EnvelopeRecord }) => (
  <section aria-labelledby="recipients">
    <h2 id="recipients">{w.recipients}</h2>
    <ol class="list">
      {record.recipients.map((recipient) => (
        <li key={recipient.id}>
          <Recipient
            recipient={recipient}
            step={[stepOf(recipient, record), namedBy(recipient, record), groupOf(recipient), certificateOf(recipient)]}
          />
        </li>
      ))}
    </ol>
  </section>
);

/** Number of the recipient's step that is enough, in words; empty where all of them act. */
const stepOf = ({ step_needs, sequence, delegated_to }: RecipientRecord, { recipients }: EnvelopeRecord): string => {
  if (!step_needs || delegated_to) return '';
  const step = recipients.filter((one) => one.step_needs && one.sequence === sequence && !one.delegated_to);
  return say(w.stepNeeds, { needs: step_needs, count: step.length });
};

/** Name of whoever puts the recipient in, in words; none where the sender does. */
const namedBy = ({ named_by }: RecipientRecord, { recipients }: EnvelopeRecord) => {
  const by = recipients.find(({ role_name }) => role_name === named_by);
  return by && say(w.putInBy, { name: by.full_name || by.role_name });
};

/** The recipient's group, in words; none for one person. */
const groupOf = ({ group_name, held_since }: RecipientRecord) =>
  group_name && (held_since ? say(w.forGroup, { group: group_name }) : w.groupOpen);

/** The certificate with which the recipient has signed, in words, if there is one. */
const certificateOf = ({ certificate_signature: by }: RecipientRecord) =>
  by && say(w.signedWithCertificate, { ...by, level: { trusted: by.level } });

const Recipient = ({
  recipient,
  step,
}: {
  recipient: RecipientRecord;
  step: readonly (string | null | undefined)[];
}) => {
  const { full_name, email, phone, role_name, sent_back } = recipient;
  const reason = reasons.value[role_name] ?? sent_back?.reason;
  const role = chosenRoleName(role_name);
  const address = email || phone;
  return (
    <>
      <p>
        <strong id={`name-${recipient.id}`}>
          <bdi class="own">{full_name || role_name}</bdi>
        </strong>{' '}
        <span class="badge">{recipientState(recipient)}</span>
      </p>
      <p class="soft">
        {role && <bdi class="own">{role}</bdi>}
        {role && address && ' · '}
        {address}
        {step.map((words) => words && ` · ${words}`)}
      </p>
      {sent_back && <p class="soft">{say(w.eventSentBack, { name: sent_back.name })}</p>}
      {reason && <p class="quote">{reason}</p>}
      <RecipientActs recipient={recipient} />
    </>
  );
};

/** The state of the documents' seals, if there are or will be any. */
const SEALS: Partial<Record<Stage, Word>> = {
  open: 'documentsUnsealed',
  sealing: 'documentsUnsealed',
  complete: 'documentsSealed',
};

const Documents = ({ record, stage }: { record: EnvelopeRecord; stage: Stage }) => {
  // Certificates have no pages until they are made, and withheld documents show nothing.
  const documents = record.documents.filter(({ pages }) => pages > 0);
  const [first] = documents;
  const about = first ? SEALS[stage] : 'documentsWithheld';
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{w.documents}</h2>
      {about && <p class="soft">{w[about]}</p>}
      {documents.map(({ id, name, type }) => (
        <ActButton key={id} other act={() => download(id, '')}>
          {say(w.download, { name: type === 'certificate' ? { trusted: w.certificate } : name })}
        </ActButton>
      ))}
      {first && documents.length > 1 && (
        <ActButton other act={() => download(first.id, '&combined=true')}>
          {w.downloadAll}
        </ActButton>
      )}
      {stage === 'complete' && first && (
        <ActButton other act={() => proveByLog(record.id)}>
          {say(w.download, { name: { trusted: w.logProof } })}
        </ActButton>
      )}
    </section>
  );
};

const download = async (id: string, more: string): Promise<void> => {
  location.assign(await ask<string>('GET', `/v2/envelope-documents/${id}?type=download${more}`));
};

const proveByLog = async (id: string): Promise<void> =>
  downloadLogProof(await ask<Audit>('GET', `/v2/envelopes/${id}/audit`));

const Timeline = ({ record }: { record: EnvelopeRecord }) => (
  <section aria-labelledby="timeline">
    <h2 id="timeline">{w.timeline}</h2>
    <ol class="timeline" reversed>
      {record.history_entries
        .slice()
        .reverse()
        .map((entry) => (
          <li key={entry.id}>
            {eventInWords(entry, record)}
            {entry.application && ` (${say(w.throughClient, { client: entry.application })})`}{' '}
            <Time at={entry.created_at} />
          </li>
        ))}
    </ol>
  </section>
);
