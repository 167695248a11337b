import { agree, type Signer } from '../../infra/local/story/signing.ts';
import type { FailureCode } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { statusOfCode } from '../../lib/http/error-statuses.ts';
import type { Calls } from '../api.ts';
import { signaturePicture } from '../pictures.ts';
import { type Opening, ok, openSession, pdf, recipient, signatureField } from '../stories/envelope.ts';
import type { Colleague, World } from './callers.ts';
import { type Change, type Thing, thing } from './thing.ts';

const picture = signaturePicture().toString('base64');

interface Sent {
  envelope_id: string;
  role_name: string;
  field_name: string;
  visibility: 'private' | 'shared';
  envelope: Opening;
}

const send = async ({ api }: World, maker: Colleague, more: Record<string, unknown> = {}): Promise<Sent> => {
  const recipients = [recipient('Signer', 1, { delegator: true }), recipient('Other', 1)];
  const note = { ...signatureField('Signer', 'note'), type: 'textbox', y: 300, required: false };
  const body = {
    name: 'Lease',
    documents: [{ name: 'lease.pdf', data: pdf() }],
    recipients,
    fields: [note, signatureField('Other')],
    ...more,
  };
  const envelope = ok(await api.as(maker).createEnvelope({ body }));
  const { visibility } = envelope;
  return {
    envelope_id: envelope.id,
    role_name: 'Signer',
    field_name: 'note',
    visibility,
    envelope: envelope as Opening,
  };
};

const shown = async (as: Calls, path: Sent) => {
  const answer = await as.updateEnvelope({
    path,
    body: { visibility: path.visibility === 'shared' ? 'private' : 'shared' },
  });
  if (answer.status === 200) ok(await as.updateEnvelope({ path, body: { visibility: path.visibility } }));
  return answer;
};

/** The answer for one of several envelopes, as an operation of its own would give it. */
const several = async (as: Calls, { envelope_id }: Sent, action: 'remind' | 'cancel') => {
  const answer = await as.actOnEnvelopes({ body: { action, envelope_ids: [envelope_id] } });
  const code = answer.status === 200 ? answer.body.results[0]?.error_code : null;
  if (!code) return answer;
  return { ...answer, status: statusOfCode(code as FailureCode), headers: new Headers({ 'x-error-code': code }) };
};

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

const senders: Change<Sent & { draft_id: string }>[] = [
  {
    by: 'updateEnvelope',
    does: 'name',
    strength: 2,
    keeps: true,
    try: (as, path) => as.updateEnvelope({ path, body: { name: newId() } }),
  },
  { by: 'updateEnvelope', does: 'visibility', strength: 3, keeps: true, try: shown },
  {
    by: 'updateEnvelope',
    does: 'expires_at',
    strength: 3,
    keeps: true,
    try: (as, path) => as.updateEnvelope({ path, body: { expires_at: inDays(3) } }),
  },
  {
    by: 'updateEnvelopeField',
    does: 'prepare',
    strength: 2,
    keeps: true,
    try: (as, path) =>
      as.updateEnvelopeField({ path, query: { role_name: path.role_name }, body: { value: newId(), prepared: true } }),
  },
  {
    by: 'updateRecipientField',
    does: 'prepare',
    strength: 2,
    keeps: true,
    try: (as, path) => as.updateRecipientField({ path, body: { value: newId(), prepared: true } }),
  },
  {
    by: 'updateRecipient',
    does: 'remind',
    strength: 1,
    keeps: true,
    try: (as, path) => as.updateRecipient({ path, body: { action: 'remind' } }),
  },
  {
    by: 'updateRecipient',
    does: 'email',
    strength: 3,
    keeps: true,
    try: (as, path) => as.updateRecipient({ path, body: { email: `${newId()}@example.com` } }),
  },
  { by: 'createInPersonLink', strength: 3, keeps: true, try: (as, path) => as.createInPersonLink({ path }) },
  {
    by: 'updateRecipient',
    does: 'reset',
    strength: 3,
    try: (as, path) => as.updateRecipient({ path, body: { action: 'reset' } }),
  },
  {
    by: 'createTemplate',
    does: 'from it',
    strength: 2,
    keeps: true,
    try: (as, { envelope_id }) => as.createTemplate({ body: { name: 'Lease', envelope_id } }),
  },
  {
    by: 'createDraft',
    does: 'from it',
    strength: 2,
    keeps: true,
    try: (as, { envelope_id }) => as.createDraft({ body: { envelope_id } }),
  },
  {
    by: 'createDraft',
    does: 'in its place',
    strength: 2,
    keeps: true,
    try: (as, { envelope_id }) => as.createDraft({ body: { replaces: envelope_id } }),
  },
  {
    by: 'sendDraft',
    does: 'in its place',
    strength: 3,
    try: (as, { draft_id }) => as.sendDraft({ path: { draft_id }, body: {} }),
  },
  { by: 'actOnEnvelopes', does: 'remind', strength: 1, keeps: true, try: (as, path) => several(as, path, 'remind') },
  { by: 'actOnEnvelopes', does: 'cancel', strength: 3, try: (as, path) => several(as, path, 'cancel') },
  { by: 'cancelEnvelope', strength: 3, try: (as, path) => as.cancelEnvelope({ path, body: { action: 'cancel' } }) },
];

const sent = (visibility: 'private' | 'shared'): Thing =>
  thing<Sent & { other: Signer; draft_id: string }>({
    name: `An envelope that is on its way, ${visibility}`,
    ofMember: true,
    make: async (world: World, maker: Colleague) => {
      const made = await send(world, maker, { visibility });
      const draft = await world.api.as(maker).createDraft({ body: { replaces: made.envelope_id } });
      return { ...made, draft_id: ok(draft).id, other: await openSession(world.api, made.envelope, 'Other') };
    },
    sessions: ({ other }) => ({ 'other recipient': other }),
    changes: senders,
  });

type Part = Sent & { sessions: Partial<Record<'signer' | 'other recipient' | 'delegator', Signer>> };

const recipients: Change<Part>[] = [
  {
    by: 'agreeRecipient',
    strength: 1,
    keeps: true,
    try: (as, path) => as.agreeRecipient({ path, body: { disclosures: 'Yes.' } }),
  },
  {
    by: 'askQuestion',
    strength: 1,
    keeps: true,
    try: (as, path) => as.askQuestion({ path, body: { question: 'Why?' } }),
  },
  {
    by: 'correctOwnName',
    strength: 2,
    try: (as, path) => as.correctOwnName({ path, body: { first_name: 'Theodore', last_name: 'Quill' } }),
  },
  {
    by: 'updateRecipientField',
    does: 'fill',
    strength: 2,
    recipientsAlone: 'recipient_not_acting',
    keeps: true,
    try: (as, path) => as.updateRecipientField({ path, body: { value: 'May', prepared: false } }),
  },
  {
    by: 'updateEnvelopeField',
    does: 'fill',
    strength: 2,
    recipientsAlone: 'recipient_not_acting',
    keeps: true,
    try: (as, path) => as.updateEnvelopeField({ path, query: { role_name: path.role_name }, body: { value: 'June' } }),
  },
  {
    by: 'reportEnvelope',
    strength: 2,
    keeps: true,
    try: (as, path) => as.reportEnvelope({ path, body: { reason: 'unwanted' } }),
  },
  {
    by: 'delegateRecipient',
    strength: 3,
    try: (as, path) =>
      as.delegateRecipient({
        path,
        body: { first_name: 'Grace', last_name: 'Hopper', email: `${newId()}@example.com` },
      }),
  },
  { by: 'declineRecipient', strength: 3, try: (as, path) => as.declineRecipient({ path, body: {} }) },
  {
    by: 'sendBackRecipient',
    strength: 3,
    letIn: 'not_a_reviewer',
    keeps: true,
    try: (as, path) => as.sendBackRecipient({ path, body: { back_to: ['Other'], reason: 'Look again.' } }),
  },
  {
    by: 'startPasskeySignature',
    strength: 3,
    letIn: 'passkey_not_asked',
    keeps: true,
    try: (as, path) => as.startPasskeySignature({ path, body: {} }),
  },
  {
    by: 'getMailboxPasskeys',
    strength: 3,
    letIn: 'mailbox_unverified',
    keeps: true,
    try: (as, path) => as.getMailboxPasskeys({ path }),
  },
  {
    by: 'deleteMailboxPasskey',
    strength: 3,
    letIn: 'mailbox_unverified',
    keeps: true,
    try: (as, path) => as.deleteMailboxPasskey({ path: { ...path, passkey_id: newId() } }),
  },
  {
    by: 'startCertificateSignature',
    strength: 3,
    letIn: 'certificate_not_asked',
    keeps: true,
    try: (as, path) => as.startCertificateSignature({ path, body: {} }),
  },
  {
    by: 'continueCertificateSignature',
    strength: 3,
    letIn: 'trust_service_over',
    keeps: true,
    try: (as, path) => as.continueCertificateSignature({ path, body: { signing: newId() } }),
  },
  { by: 'submitRecipient', strength: 3, try: (as, path) => as.submitRecipient({ path, body: {} }) },
];

/** An envelope that both recipients have opened, and the first has agreed to. */
const sendOpened = async (world: World, maker: Colleague) => {
  const made = await send(world, maker);
  const sessions = {
    signer: await openSession(world.api, made.envelope, 'Signer'),
    'other recipient': await openSession(world.api, made.envelope, 'Other'),
  };
  await agree(world.api, sessions.signer);
  return { ...made, sessions };
};

const part: Thing = thing<Part>({
  name: "A recipient's part of an envelope",
  ofMember: true,
  make: async (world, maker) => {
    return sendOpened(world, maker);
  },
  sessions: ({ sessions }) => sessions,
  changes: recipients,
});

const delegated: Thing = thing<Part>({
  name: "A recipient's part that was handed over to somebody else",
  ofMember: true,
  make: async (world, maker) => {
    const made = await send(world, maker);
    const delegator = await openSession(world.api, made.envelope, 'Signer');
    await agree(world.api, delegator);
    const to = { first_name: 'Grace', last_name: 'Hopper', email: `${newId()}@example.com` };
    ok(await world.api.as(delegator).delegateRecipient({ path: { ...made }, body: to }));
    const now = ok(await world.api.as(maker).getEnvelope({ path: { ...made } }));
    const signer = await openSession(world.api, now as Opening, 'Signer');
    await agree(world.api, signer);
    return { ...made, sessions: { signer, delegator } };
  },
  sessions: ({ sessions }) => sessions,
  changes: recipients.filter(({ by }) => by !== 'delegateRecipient'),
});

const verification: Thing = thing<Part>({
  name: "A recipient's verification",
  ofMember: true,
  make: async (world, maker) => {
    const verified = recipient('Signer', 1, { auth_methods: ['passcode', 'kba'], passcode: '4711' });
    const recipients = [verified, recipient('Other', 1)];
    const made = await send(world, maker, { recipients });
    const sessions = {
      signer: await openSession(world.api, made.envelope, 'Signer'),
      'other recipient': await openSession(world.api, made.envelope, 'Other'),
    };
    await agree(world.api, sessions.signer);
    return { ...made, sessions };
  },
  sessions: ({ sessions }) => sessions,
  changes: [
    {
      by: 'submitKbaPin',
      strength: 3,
      try: (as, { envelope_id, role_name }) => as.submitKbaPin({ body: { envelope_id, role_name, pin: '4711' } }),
    },
    {
      by: 'submitKbaIdentity',
      strength: 3,
      letIn: 'verification_out_of_turn',
      try: (as, { envelope_id, role_name }) =>
        as.submitKbaIdentity({ body: { envelope_id, role_name, identity: IDENTITY } }),
    },
    {
      by: 'submitKbaChallengeResponse',
      strength: 3,
      letIn: 'verification_out_of_turn',
      try: (as, { envelope_id, role_name }) =>
        as.submitKbaChallengeResponse({ body: { envelope_id, role_name, responses: [{ type: 'a', answer: 'b' }] } }),
    },
  ],
});

const IDENTITY = {
  firstName: 'Signer',
  lastName: 'Person',
  address: '12 Orchard Lane',
  city: 'Springfield',
  state: 'IL',
};

const drawing: Thing = thing<Part & { id: string }>({
  name: 'A drawing on another device',
  ofMember: true,
  make: async (world, maker) => {
    const opened = await sendOpened(world, maker);
    const { id } = ok(await world.api.as(opened.sessions.signer).startDrawing());
    return { ...opened, id };
  },
  sessions: ({ sessions }) => sessions,
  changes: [{ by: 'endDrawing', strength: 2, try: (as, path) => as.endDrawing({ path }) }],
});

const ownPart: Thing = thing<Part>({
  name: "The caller's own part of an envelope",
  ofMember: true,
  make: async (world, maker) => {
    const made = await send(world, maker);
    const sessions = {
      signer: await openSession(world.api, made.envelope, 'Signer'),
      'other recipient': await openSession(world.api, made.envelope, 'Other'),
    };
    for (const session of [sessions.signer, sessions['other recipient']]) await agree(world.api, session);
    return { ...made, sessions };
  },
  sessions: ({ sessions }) => sessions,
  changes: [
    { by: 'startDrawing', strength: 2, keeps: true, inOwn: true, try: (as) => as.startDrawing() },
    {
      by: 'verifySigner',
      strength: 2,
      keeps: true,
      inOwn: true,
      letIn: 'verification_out_of_turn',
      try: (as) => as.verifySigner({ body: { auth_method: 'passcode', code: '4711' } }),
    },
    {
      by: 'startSignerProvider',
      strength: 2,
      keeps: true,
      inOwn: true,
      letIn: 'verification_out_of_turn',
      try: (as) => as.startSignerProvider({ body: {} }),
    },
    {
      by: 'verifySignerAtProvider',
      strength: 2,
      keeps: true,
      inOwn: true,
      letIn: 'provider_sign_in_over',
      try: (as) => as.verifySignerAtProvider({ body: { provider: newId(), state: 'recipient.none' } }),
    },
  ],
});

const marks: Thing = thing<{ signature: string; initials: string }>({
  name: 'A signature and initials that a member drew',
  ofMember: true,
  make: async ({ api }, maker) => ({
    signature: ok(await api.as(maker).createSignatureBlock({ body: { signature: picture } })).id,
    initials: ok(await api.as(maker).createInitialsBlock({ body: { initial: picture } })).id,
  }),
  changes: [
    { by: 'deleteSignature', strength: 3, try: (as, { signature }) => as.deleteSignature({ path: { id: signature } }) },
    { by: 'deleteInitials', strength: 3, try: (as, { initials }) => as.deleteInitials({ path: { id: initials } }) },
  ],
});

const inbox: Thing = thing<{ id: string }>({
  name: 'A notification in an inbox',
  ofMember: true,
  make: async (world, maker) => {
    await send(world, world.creator, {
      recipients: [recipient('Signer', 1, { email: maker.email }), recipient('Other', 1)],
    });
    await world.api.settle();
    return { id: ok(await world.api.as(maker).getNotifications())[0].id };
  },
  changes: [
    {
      by: 'updateNotification',
      strength: 1,
      keeps: true,
      try: (as, path) => as.updateNotification({ path, body: { read: true } }),
    },
  ],
});

/** Envelopes, and what people sign with. */
export const ENVELOPE_THINGS: readonly Thing[] = [
  sent('private'),
  sent('shared'),
  part,
  delegated,
  verification,
  drawing,
  ownPart,
  marks,
  inbox,
];
