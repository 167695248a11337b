import { adopt, agree, fill, linkTo, openLink, pageLink, submit } from '../../infra/local/story/signing.ts';
import { atName } from '../passkeys/authenticator.ts';
import { readyToSign, sendForPasskey, signedByNew, startSignature, submitWith } from '../passkeys/signing.ts';
import { signaturePicture } from '../pictures.ts';
import { pdf, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { agreed, receiveCode, sendProtected } from '../verification/ceremony.ts';
import { LEASE, landlord, tenant, witness } from './people.ts';
import type { Stage } from './stage.ts';

/** The signing ceremony, and what else a recipient can do. */
export const signingUses = async (stage: Stage): Promise<void> => {
  const { api, use, caller } = stage;
  const ada = await api.signUp();
  const people = [tenant(), { ...landlord(1), delegator: true }, witness()];
  const note = { ...signatureField('Tenant', 'note'), type: 'textbox', y: 200, required: false };
  const fields = [...people.map(({ role_name }) => signatureField(role_name)), note];
  const documents = [{ name: 'contract.pdf', data: pdf(3) }];
  const envelope = await sendEnvelope(api, ada, people, { ...LEASE, documents, fields });
  const link = await linkTo(api, people[0]?.email ?? '');
  const signer = await openLink(caller('first time'), link);
  await openLink(caller('again'), link);
  const as = api.as(signer);
  const path = { envelope_id: envelope.id, role_name: 'Tenant' };
  await agree(caller(), signer);
  await use(as.correctOwnName({ path, body: { first_name: 'Theodore', last_name: 'Quill' } }));
  await use(as.reportEnvelope({ path, body: { reason: 'unwanted' } }));
  await use(as.askQuestion({ path, body: { question: 'Is the parking space included?' } }));
  const page = { document_id: envelope.documents[0]?.id ?? '', variant: 'original', page: '2' };
  await pageLink(caller('original, first time'), signer, page.document_id, 2);
  await pageLink(caller('original, again'), signer, page.document_id, 2);
  await use(as.getEnvelopeDocumentPage({ path: page, query: { scale: '2' } }), 'original, large, first time');
  const pages = { path: { document_id: page.document_id, variant: 'original' } };
  await use(as.getEnvelopeDocumentPages(pages), 'three pages, one for the first time');
  await use(as.getEnvelopeDocumentPages(pages), 'three pages, again');
  await use(as.getEnvelopeDocumentText(pages));
  const image = signaturePicture().toString('base64');
  const signature = await adopt(caller(), signer, { kind: 'signature', picture: signaturePicture() });
  const initials = await adopt(caller(), signer, { kind: 'initial', picture: signaturePicture() });
  const drawing = await use(as.startDrawing());
  const sent = { path: { id: drawing.id }, body: { key: drawing.link.split('.').at(-1), image } };
  await use(api.anyone.sendDrawing(sent));
  await use(as.getDrawing({ path: { id: drawing.id } }));
  await use(as.endDrawing({ path: { id: drawing.id } }));
  await use(as.drawTypedSignature({ body: { text: 'Theodore Quill' } }));
  await use(api.as(ada).createSignatureBlock({ body: { signature: image, remember: true } }), 'remembered');
  await use(api.as(ada).getRememberedMarks());
  await use(api.as(ada).forgetRememberedMarks());
  await use(as.getSignatures());
  await use(as.getInitials());
  await fill(caller('a text'), signer, 'note', 'Keys on the first of May');
  await fill(caller('a signature'), signer, 'signature-Tenant', signature);
  const again = {
    path: { envelope_id: envelope.id, field_name: 'note' },
    body: { value: 'Keys on the second of May' },
  };
  await use(as.updateEnvelopeField(again), 'a text');
  await use(as.getReviewPage({ path: { ...path, document_id: page.document_id, page: '2' } }));
  await submit(caller('not the last'), signer);
  await pageLink(caller('filled, first time'), signer, page.document_id, 2, 'filled');
  await pageLink(caller('filled, again'), signer, page.document_id, 2, 'filled');
  await use(as.deleteSignature({ path: { id: signature } }));
  await use(as.deleteInitials({ path: { id: initials } }));
  await use(api.anyone.requestFreshLink({ path: await linkTo(api, people[1]?.email ?? '') }));
  const two = await agreed(api, envelope, 'Landlord');
  const grace = { first_name: 'Grace', last_name: 'Hopper', email: `grace-${ada.email}` };
  const at = (role_name: string) => ({ envelope_id: envelope.id, role_name });
  await use(api.as(two).delegateRecipient({ path: at('Landlord'), body: { ...grace, message: 'Please sign.' } }));
  const three = await agreed(api, envelope, 'Witness');
  await use(api.as(three).declineRecipient({ path: at('Witness') }));
  await sendingBack(stage);
  await verification(stage);
  await atName(api, () => byPasskey(stage));
};

/** A reviewer sends the envelope back to whoever signed before. */
const sendingBack = async ({ api, use }: Stage): Promise<void> => {
  const people = [tenant(), { ...witness(), sequence: 2, may_send_back: true }];
  const envelope = await sendEnvelope(api, await api.signUp(), people, LEASE);
  await sign(api, envelope, 'Tenant');
  const reviewer = await agreed(api, envelope, 'Witness');
  const body = { back_to: ['Tenant'], reason: 'The rent is that of last year.' };
  await use(api.as(reviewer).sendBackRecipient({ path: { envelope_id: envelope.id, role_name: 'Witness' }, body }));
};

/** A recipient signs with a passkey that is made for it. */
const byPasskey = async ({ api, use }: Stage): Promise<void> => {
  const envelope = await sendForPasskey(api, await api.signUp());
  const signer = await readyToSign(api, envelope);
  const statement = await use(startSignature(api, signer));
  await use(submitWith(api, signer, signedByNew(api, statement).passkey), 'with a new passkey');
  const [as, path] = [api.as(signer), { envelope_id: signer.envelope_id, role_name: signer.role_name }];
  const [{ id: passkey_id = '' } = {}] = await use(as.getMailboxPasskeys({ path }));
  await use(as.deleteMailboxPasskey({ path: { ...path, passkey_id } }));
};

const LOAN = {
  name: 'Loan',
  description: 'The loan that we talked about',
  data: { number: 'L-17' },
  documents: [{ name: 'loan.pdf', data: pdf() }],
  fields: [signatureField('Signer')],
};

const verification = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const coded = await sendProtected(api, ada, { auth_methods: ['passcode', 'email'], passcode: '4711' }, LOAN);
  const session = await agreed(api, coded);
  const as = api.as(session);
  await use(as.verifySigner({ body: { auth_method: 'passcode', code: '4711' } }), 'passcode');
  const code = await receiveCode(api, session, 'email', coded.recipients[0]?.email ?? '');
  await use(as.verifySigner({ body: { auth_method: 'email', code } }), 'code');

  const known = await sendProtected(api, ada, { auth_methods: ['passcode', 'kba'], passcode: '4711' });
  const kba = api.as(await agreed(api, known));
  const path = { envelope_id: known.id, role_name: 'Signer' };
  await use(kba.getKbaStep({ path }));
  await use(kba.submitKbaPin({ body: { ...path, pin: '4711' } }));
  const identity = {
    firstName: 'Signer',
    lastName: 'Person',
    address: '12 Orchard Lane',
    city: 'Springfield',
    state: 'IL',
  };
  const asked = await use(kba.submitKbaIdentity({ body: { ...path, identity } }));
  const responses = asked.questions.map(({ type, options }: { type: string; options: string[] }) => ({
    type,
    answer: options[0],
  }));
  await use(kba.submitKbaChallengeResponse({ body: { ...path, responses } }));
};
