import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sameEmail } from '../../../base/email-address.ts';
import type { DraftProblem, DraftProblems, EnvelopeRecord } from '../shared/answers.ts';
import { wordsForCode } from '../shared/explain.ts';
import { ActButton, Choice } from '../shared/parts.tsx';
import { keepReading } from '../shared/run.ts';
import { addressOf, go } from '../user/route.ts';
import { ask, me } from '../user/session.ts';
import type { Contents, Role } from './draft.ts';
import { draftId, edit, save, saving } from './editor.ts';
import { inOrder, isOneAfterTheOther, stepNumber, stepOf } from './edits.ts';
import { colourOf } from './field-box.tsx';
import { chosenMeaning, namedByWords } from './role-parts.tsx';
import { selectOnly } from './selection.ts';
import type { Step } from './steps.ts';
import { Called, calledInWords } from './titles.tsx';
import { TypedInput, TypedText } from './typed.tsx';
import { say, w } from './words/index.ts';

const problems = signal<readonly DraftProblem[] | null>(null);
/** Passcodes by role: they are on this page until the envelope is sent, because a draft keeps none. */
const passcodes = signal<Readonly<Record<string, string>>>({});

const check = async (): Promise<void> => {
  problems.value = null;
  await save();
  const found = await ask<DraftProblems>('GET', `/v2/drafts/${draftId.peek()}/problems`);
  problems.value = found.problems;
};

const PLACES: Readonly<Record<string, Step>> = {
  name_missing: 'documents',
  document_missing: 'documents',
  field_missing: 'fields',
  field_unusable: 'fields',
  field_misplaced: 'fields',
  rule_unusable: 'fields',
  step_impossible: 'people',
  condition_unusable: 'people',
  naming_impossible: 'people',
  expires_too_soon: 'review',
};

const wordsFor = ({ code, role_name }: Pick<DraftProblem, 'code' | 'role_name'>, roles: readonly Role[]): string => {
  // Sending would be refused with the same words.
  if (code === 'not_replaceable') return wordsForCode(code);
  const role = roles.find(({ name }) => name === role_name);
  return say(w[`missing_${code}`], { person: role ? calledInWords(role, roles) : '' });
};

/** The step of review: who gets what, what is missing, and sending. */
export const Review = ({ shown, show }: { shown: Contents; show: (step: Step) => void }) => {
  useEffect(() => keepReading(check), [shown]);
  const found = problems.value;
  const asked = found?.filter(({ code }) => code === 'passcode_needed') ?? [];
  const missing = found?.filter(({ code, blocks }) => blocks && code !== 'passcode_needed') ?? [];
  const overlooked = found?.filter(({ blocks }) => !blocks) ?? [];
  const isReady =
    found !== null && missing.length === 0 && asked.every(({ role_name }) => passcodes.value[role_name ?? '']);
  const go = (problem: DraftProblem) => {
    // The one act that helps stands above all steps.
    if (problem.code === 'not_replaceable') return document.querySelector<HTMLElement>('#replacing button')?.focus();
    if (problem.field_name) selectOnly(problem.field_name);
    show(PLACES[problem.code] ?? 'people');
  };
  return (
    <div class="review">
      <section>
        <h2>{w.reviewTitle}</h2>
        <Recipients shown={shown} />
      </section>
      {missing.length > 0 && <Problems title={w.missingTitle} list={missing} roles={shown.roles} show={go} />}
      {overlooked.length > 0 && <Problems title={w.overlookedTitle} list={overlooked} roles={shown.roles} show={go} />}
      <Settings shown={shown} />
      <Trial shown={shown} />
      {asked.map(({ role_name, code }) => {
        const role = shown.roles.find(({ name }) => name === role_name);
        if (!role) return null;
        return (
          <div key={role.name}>
            <label for={`passcode-${role.name}`}>{wordsFor({ code, role_name }, shown.roles)}</label>
            <input
              id={`passcode-${role.name}`}
              autoComplete="off"
              maxLength={64}
              value={passcodes.value[role.name] ?? ''}
              onInput={({ currentTarget: { value } }) => {
                passcodes.value = { ...passcodes.value, [role.name]: value.trim() };
              }}
            />
          </div>
        );
      })}
      {isReady && overlooked.length === 0 && <p class="good">{w.reviewReady}</p>}
      {isReady && (
        <ActButton act={send} doing={w.sendingNow} look="main">
          {w.send}
        </ActButton>
      )}
    </div>
  );
};

/** Looking at the envelope as its recipients would, and a test of it. */
const Trial = ({ shown }: { shown: Contents }) => {
  const sent = useSignal<string | null>(null);
  const test = async (): Promise<void> => {
    await save();
    const { id } = await ask<EnvelopeRecord>('POST', `/v2/drafts/${draftId.peek()}/test`);
    sent.value = id;
  };
  if (shown.documents.length === 0) return null;
  return (
    <section>
      <h2>{w.trial}</h2>
      <p class="soft">{w.seeAbout}</p>
      <ul class="list">
        {inOrder(shown.roles).map((role) => (
          <li key={role.name}>
            <a
              class="button row"
              target="_blank"
              rel="noopener"
              href={addressOf(`/drafts/${draftId.value}/preview/${encodeURIComponent(role.name)}`)}
              onClick={() => void save()}
            >
              {say(w.seeAs, { person: calledInWords(role, shown.roles) })}
            </a>
          </li>
        ))}
      </ul>
      <p class="soft">{w.testAbout}</p>
      <ActButton act={test} doing={w.sendingNow} look="other">
        {w.testSend}
      </ActButton>
      <p role="status">
        {sent.value && (
          <>
            {say(w.testSent, { email: me.value?.email ?? '' })}{' '}
            <a href={addressOf(`/envelopes/${sent.value}`)} target="_blank" rel="noopener">
              {w.testShow}
            </a>
          </>
        )}
      </p>
    </section>
  );
};

const send = async (): Promise<void> => {
  await save();
  if (saving.peek() !== 'saved') throw new Error(w.notAllSaved);
  const id = draftId.peek();
  const recipients = Object.entries(passcodes.peek())
    .filter(([, passcode]) => passcode)
    .map(([role_name, passcode]) => ({ role_name, passcode }));
  const body = recipients.length > 0 ? { recipients } : {};
  const envelope = await ask<EnvelopeRecord>('POST', `/v2/drafts/${id}/send`, body);
  passcodes.value = {};
  const own = onlyOwn(envelope);
  if (own) location.assign(addressOf(own));
  else await go(`/envelopes/${envelope.id}`, 'replace');
};

/** The place where the sender signs, if the sender is the only one who acts. */
const onlyOwn = ({ id, recipients }: EnvelopeRecord): string | undefined => {
  const [only, ...others] = recipients.filter(({ type }) => type !== 'cc');
  const isOwn = sameEmail(only?.email ?? '', me.peek()?.email ?? '');
  if (!only?.in_app_key || others.length > 0 || !isOwn) return undefined;
  return `/sign/${[id, only.role_name, only.in_app_key].map(encodeURIComponent).join('/')}`;
};

const Recipients = ({ shown }: { shown: Contents }) => {
  const roles = inOrder(shown.roles);
  const inTurn = isOneAfterTheOther(roles);
  const WORDS = { signer: w.roleSigner, approver: w.roleApprover, cc: w.roleCc };
  return (
    <ol class="list">
      {roles.map((role) => {
        const count = shown.fields.filter(({ role_name }) => role_name === role.name).length;
        return (
          <li key={role.name}>
            <span class={`who who-${colourOf(role.name, shown)}`} aria-hidden="true" />
            <b>
              <Called role={role} roles={shown.roles} />
            </b>{' '}
            <span class="soft">{role.email}</span>
            <p class="soft">
              {inTurn ? `${say(w.reviewTurn, { number: stepNumber(roles, role) })} · ` : ''}
              {WORDS[role.type]}
              {role.step_needs
                ? ` · ${say(w.stepSome, { needs: role.step_needs, count: stepOf(roles, role).length })}`
                : ''}
              {role.only_if ? ` · ${w.underCondition}` : ''}
              {role.signature_meaning ? ` · ${chosenMeaning(role)}` : ''}
              {role.may_send_back ? ` · ${w.maySendBackShort}` : ''}
              {role.shared ? ` · ${w.sharedShort}` : ''}
              {role.named_by ? ` · ${namedByWords(role, roles)}` : ''}
              {role.type === 'signer' ? ` · ${say(w.reviewFields, { count })}` : ''}
            </p>
          </li>
        );
      })}
    </ol>
  );
};

const Problems = ({
  title,
  list,
  roles,
  show,
}: {
  title: string;
  list: readonly DraftProblem[];
  roles: readonly Role[];
  show: (problem: DraftProblem) => void;
}) => (
  <section>
    <h2>{title}</h2>
    <ul class="list">
      {list.map((problem, index) => (
        <li key={index}>
          <button type="button" class="row" onClick={() => show(problem)}>
            {wordsFor(problem, roles)}
          </button>
        </li>
      ))}
    </ul>
  </section>
);

const DAY = 86_400_000;
const REMINDERS = [1, 2, 3, 5, 7, 14];

/** Stands in the place of a day of expiry (`NEVER` of the API). */
const NEVER = 'never';

const Settings = ({ shown: { settings } }: { shown: Contents }) => {
  const change = (to: Partial<Contents['settings']>) =>
    edit((now) => ({ ...now, settings: { ...now.settings, ...to } }));
  return (
    <section>
      <label for="message-to-all">{w.messageToAll}</label>
      <TypedText
        id="message-to-all"
        rows={3}
        maxLength={1000}
        value={settings.description}
        onTyped={({ value }) => change({ description: value })}
      />
      <div class="pair">
        <div>
          <label for="remind">{w.remindAfter}</label>
          <Reminder
            delay={settings.initial_reminder}
            change={(delay) => change({ initial_reminder: delay, followup_reminders: delay })}
          />
        </div>
        <Expiry at={settings.expires_at} change={(expires_at) => change({ expires_at })} />
      </div>
    </section>
  );
};

/** The reminders' delay. Null says nothing, so that the organization's default counts, if it has one; 0 is none. */
const Reminder = ({ delay, change }: { delay: number | null; change: (delay: number | null) => void }) => {
  const own = me.value?.organization?.envelope_defaults?.initial_reminder ?? null;
  const days = [...new Set([...REMINDERS, ...(delay ? [delay / DAY] : [])])].sort((one, other) => one - other);
  return (
    <select
      id="remind"
      value={String((own === null ? delay || null : delay) ?? '')}
      onChange={({ currentTarget: { value } }) => change(value === '' ? null : Number(value))}
    >
      <option value="">
        {own === null
          ? w.remindNever
          : say(w.remindDefault, { days: { trusted: say(w.remindDays, { count: own / DAY }) } })}
      </option>
      {own !== null && <option value="0">{w.remindNever}</option>}
      {days.map((count) => (
        <option key={count} value={String(count * DAY)}>
          {say(w.remindDays, { count })}
        </option>
      ))}
    </select>
  );
};

/**
 * The day of expiry. Without one the organization's default counts, if it has one, unless the envelope never expires.
 */
const Expiry = ({ at, change }: { at: string | null; change: (at: string | null) => void }) => {
  const own = me.value?.organization?.envelope_defaults?.expires_after_days ?? null;
  const isNever = at === NEVER;
  return (
    <div>
      <label for="expires">{w.expiresOn}</label>
      <TypedInput
        id="expires"
        type="date"
        value={isNever ? '' : (at?.slice(0, 10) ?? '')}
        onTyped={({ value }) => change(value ? `${value}T00:00:00.000Z` : null)}
        aria-describedby={own === null ? undefined : 'expires-default'}
      />
      {own !== null && (
        <>
          <p class="soft" id="expires-default">
            {say(w.expiresDefault, { count: own })}
          </p>
          <Choice type="checkbox" checked={isNever} onChange={() => change(isNever ? null : NEVER)}>
            {w.expiresNever}
          </Choice>
        </>
      )}
    </div>
  );
};
