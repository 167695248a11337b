import type { ComponentChildren, ComponentType } from 'preact';
import { sameEmail } from '../../../../base/email-address.ts';
import type { SigningRecipient } from '../../shared/answers.ts';
import {
  AccessibilityLink,
  ActForm,
  Choice,
  Danger,
  faultOf,
  Input,
  InputFault,
  SendButton,
  TextInput,
  textIn,
} from '../../shared/parts.tsx';
import { newRequestKey } from '../../shared/request-key.ts';
import { InputRefused, run } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { FindButton } from '../pages/find-button.tsx';
import { actAsRecipient, ask, openByLink, recipientPath, refresh } from '../state/api.ts';
import { envelope, putRecipient, recipient, sender, sentBack } from '../state/state.ts';
import { quoted, say, w } from '../words/index.ts';
import { Disclosures } from './disclosures.tsx';
import { Downloads } from './downloads.tsx';
import { StopButton } from './in-person.tsx';

/** Acts of a recipient instead of signing. */

const Decline = () => (
  <Sheet title={w.decline}>
    <p>{say(w.declineAbout, { sender: sender.value })}</p>
    <ActForm
      act={async (given) => {
        await actAsRecipient('decline', { reason: textIn(given, 'reason') });
        closeSheet();
      }}
    >
      <TextInput name="reason" label={w.declineReason} />
      <Danger back={closeSheet}>
        <SendButton look="danger">{w.decline}</SendButton>
      </Danger>
    </ActForm>
  </Sheet>
);

/** Those to whom the recipient may send the envelope back. */
const before = (): SigningRecipient[] =>
  envelope.value.recipients.filter(
    ({ status, type, sequence, delegated_to }) =>
      status === 'submitted' && type !== 'cc' && !delegated_to && sequence < recipient.value.sequence,
  );

/** Id of a choice: all have one name. */
const backTo = (place: number): string => `back_to-${place}`;

const sendBack = async (given: FormData): Promise<void> => {
  const back_to = given.getAll('back_to');
  if (back_to.length === 0) throw new InputRefused(backTo(0), w.sendBackNobody);
  await actAsRecipient('send-back', { back_to, reason: textIn(given, 'reason') }, newRequestKey());
  sentBack.value = true;
  closeSheet();
};

const SendBack = () => (
  <Sheet title={w.sendBack}>
    <p>{w.sendBackAbout}</p>
    <ActForm act={sendBack}>
      <fieldset>
        <legend>{w.sendBackTo}</legend>
        {before().map(({ role_name, full_name }, place, all) => (
          <Choice
            key={role_name}
            id={backTo(place)}
            type="checkbox"
            name="back_to"
            {...faultOf(backTo(place))}
            value={role_name}
            defaultChecked={all.length === 1}
          >
            {quoted(full_name || role_name)}
          </Choice>
        ))}
        <InputFault name={backTo(0)} />
      </fieldset>
      <TextInput name="reason" label={w.sendBackReason} />
      <Danger back={closeSheet}>
        <SendButton>{w.sendBack}</SendButton>
      </Danger>
    </ActForm>
  </Sheet>
);

const Delegate = () => (
  <Sheet title={w.delegate}>
    <p>{w.delegateAbout}</p>
    <ActForm
      act={async (given) => {
        const names = ['first_name', 'last_name', 'email', 'phone', 'message'];
        const body = Object.fromEntries(names.map((name) => [name, textIn(given, name) || null]));
        if (sameEmail(body.email ?? '', recipient.value.email)) {
          throw new InputRefused('email', w.delegateSelf);
        }
        await ask('POST', recipientPath('delegate'), body, newRequestKey());
        await openByLink();
        closeSheet();
      }}
    >
      <Input name="first_name" label={w.firstName} />
      <Input name="last_name" label={w.lastName} />
      <Input name="email" label={w.email} type="email" />
      <Input name="phone" label={w.phone} type="tel" optional={!recipient.value.auth_methods.includes('sms')} />
      <Input name="message" label={w.message} optional maxLength={2000} />
      <SendButton>{w.delegateGo}</SendButton>
    </ActForm>
  </Sheet>
);

const Asked = () => (
  <Sheet title={say(w.askSender, { sender: sender.value })}>
    <p role="status">{say(w.askDone, { sender: sender.value })}</p>
  </Sheet>
);

const sendQuestion = async (question: string): Promise<void> => {
  await ask('POST', recipientPath('ask-question'), { question }, newRequestKey());
  showSheet(Asked);
};

export const Question = () => (
  <Sheet title={say(w.askSender, { sender: sender.value })}>
    <ActForm act={(given) => sendQuestion(textIn(given, 'question'))}>
      <TextInput name="question" label={w.askLabel} />
      <SendButton>{w.askGo}</SendButton>
    </ActForm>
  </Sheet>
);

const correctName = async (given: FormData): Promise<void> => {
  const [first_name, last_name] = [textIn(given, 'first_name'), textIn(given, 'last_name')];
  const question = say(w.wrongNameQuestion, { name: `${first_name} ${last_name}`.trim() });
  const isLocked = recipient.value.name_locked;
  const body = { first_name, last_name, question };
  putRecipient(await ask<SigningRecipient>('POST', recipientPath('name'), body, newRequestKey()));
  if (isLocked) showSheet(Asked);
  else closeSheet();
};

/** Gives the envelope back to the group, for whoever comes next. */
const backToGroup = async (): Promise<void> => {
  putRecipient(await ask<SigningRecipient>('POST', recipientPath('name'), { give_back: true }, newRequestKey()));
  closeSheet();
  await refresh();
};

/** Reasons as the API names them, with their words. */
const REASONS = {
  unknown_sender: 'reportUnknown',
  not_for_me: 'reportNotForMe',
  unwanted: 'reportUnwanted',
  fraud: 'reportFraud',
} as const;

const Reported = () => (
  <Sheet title={w.report}>
    <p role="status">{w.reportDone}</p>
  </Sheet>
);

const Report = () => (
  <Sheet title={w.report}>
    <p>{w.reportAbout}</p>
    <ActForm
      act={async (given) => {
        await ask('POST', recipientPath('report'), { reason: textIn(given, 'reason') }, newRequestKey());
        showSheet(Reported);
      }}
    >
      <fieldset>
        <legend>{w.reportReason}</legend>
        {Object.entries(REASONS).map(([reason, words]) => (
          <Choice key={reason} type="radio" name="reason" value={reason} required>
            {w[words]}
          </Choice>
        ))}
      </fieldset>
      <SendButton>{w.reportGo}</SendButton>
    </ActForm>
  </Sheet>
);

const WrongName = () => (
  <Sheet title={w.wrongName}>
    <p>
      {say(recipient.value.name_locked ? w.wrongNameAbout : w.wrongNameOwn, {
        name: recipient.value.full_name,
        sender: sender.value,
      })}
    </p>
    <ActForm act={correctName}>
      <Input name="first_name" label={w.firstName} autoComplete="given-name" maxLength={100} />
      <Input name="last_name" label={w.lastName} autoComplete="family-name" maxLength={100} optional />
      <SendButton>{recipient.value.name_locked ? w.askGo : w.wrongNameGo}</SendButton>
    </ActForm>
  </Sheet>
);

/** A row of the menu, which opens a sheet. */
const Item = ({ opens, children, look = '' }: { opens: ComponentType; children: ComponentChildren; look?: string }) => (
  <button type="button" class={`row ${look}`} onClick={() => showSheet(opens)}>
    {children}
  </button>
);

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset class="menu">
    <legend>{title}</legend>
    {children}
  </fieldset>
);

/** The menu: what one may do beside signing, in groups. Declining ends it for everybody, so it stands apart. */
export const More = () => (
  <Sheet title={w.more}>
    <Group title={w.menuAsk}>
      <Item opens={Question}>{say(w.askSender, { sender: sender.value })}</Item>
      {!recipient.value.shared && <Item opens={WrongName}>{w.wrongName}</Item>}
      {recipient.value.shared && recipient.value.holds && (
        <button type="button" class="row" onClick={() => run(backToGroup)}>
          {w.takeBack}
        </button>
      )}
      {recipient.value.delegator && !recipient.value.auth_step && <Item opens={Delegate}>{w.delegate}</Item>}
    </Group>
    <Group title={w.menuKeep}>
      {document.getElementsByClassName('page').length > 1 && <FindButton look="row" />}
      <Item opens={Disclosures}>{w.consentRead}</Item>
      {envelope.value.documents.some(({ pages }) => pages > 0) && <Downloads look="row" />}
    </Group>
    <Group title={w.menuService}>
      <AccessibilityLink look="row" />
      <Item opens={Report}>{w.report}</Item>
      <StopButton />
    </Group>
    <Group title={w.menuEnd}>
      {recipient.value.may_send_back && !recipient.value.auth_step && recipient.value.agreed && (
        <Item opens={SendBack}>{w.sendBack}</Item>
      )}
      <Item opens={Decline} look="bad">
        {w.decline}
      </Item>
    </Group>
  </Sheet>
);
