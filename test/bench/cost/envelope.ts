import type { Api } from '../../api.ts';
import type { Run } from '../../aws-calls.ts';
import {
  createSignature,
  linkTo,
  ok,
  pdf,
  recipient,
  type Signer,
  sendEnvelope,
  setField,
  signatureField,
} from '../../envelopes/story.ts';
import { startReceiver } from '../../webhooks-api/receiver.ts';

export interface Step {
  name: string;
  runs: Run[];
  /** Bytes of files that people loaded by links. */
  loaded: number;
}

const PAGES = 10;

/**
 * A whole envelope: one document of ten pages, two signers one after the other, who look at every page, fill a text, a
 * date and a signature each; a webhook that is told of the completion; and a sender who loads both sealed files. `taken`
 * answers the runs since it was last asked, with those of the workers that followed.
 */
export const playEnvelope = async (api: Api, taken: () => Run[]): Promise<Step[]> => {
  const sender = await api.signUp();
  const receiver = await startReceiver();
  const events = { envelope_completed: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
  await api.settle();
  taken();

  const steps: Step[] = [];
  let loaded = 0;
  const load = async (url: string) => {
    loaded += (await (await fetch(url)).arrayBuffer()).byteLength;
  };
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const result = await act();
    await api.settle();
    steps.push({ name, runs: taken(), loaded });
    loaded = 0;
    return result;
  };

  try {
    const people = [recipient('Tenant', 1), recipient('Landlord', 2)];
    const envelope = await step('Create, invite the first signer', () =>
      sendEnvelope(api, sender, people, {
        documents: [{ name: 'lease.pdf', data: pdf(PAGES) }],
        fields: people.flatMap(({ role_name }, index) => fieldsOf(role_name, 72 + index * 200)),
      }),
    );
    const document_id = envelope.documents[0]?.id ?? '';
    for (const { role_name, email } of people) {
      const path = await linkTo(api, email);
      taken();
      const session = await step(`${role_name}: open the link`, async () =>
        ok(await api.anyone.startSigningSession({ path })),
      );
      const signer: Signer = { signer: session.access_token, envelope_id: envelope.id, role_name };
      const as = api.as(signer);
      const own = { envelope_id: envelope.id, role_name };
      await step(`${role_name}: agree`, async () =>
        ok(await as.agreeRecipient({ path: own, body: { disclosures: 'I agree to sign electronically.' } })),
      );
      await step(`${role_name}: look at ${PAGES} pages`, async () => {
        for (let page = 1; page <= PAGES; page++) {
          const at = { document_id, variant: 'original', page: String(page) };
          await load(ok(await as.getEnvelopeDocumentPage({ path: at })));
        }
      });
      const signature = await step(`${role_name}: draw a signature`, () => createSignature(api, signer));
      await step(`${role_name}: fill three fields`, async () => {
        ok(await setField(api, signer, `${role_name}-name`, 'Ada Lovelace'));
        ok(await setField(api, signer, `${role_name}-date`, '11/21/2026'));
        ok(await setField(api, signer, `signature-${role_name}`, signature));
      });
      const isLast = role_name === people.at(-1)?.role_name;
      await step(`${role_name}: submit${isLast ? '; seal, tell everybody' : ', invite the next'}`, async () =>
        ok(await as.submitRecipient({ path: own, body: {} })),
      );
    }
    await step('Read the envelope, load both sealed files', async () => {
      const as = api.as(sender);
      const { signed, documents } = ok(await as.getEnvelope({ path: { envelope_id: envelope.id } }));
      if (!signed) throw new Error('The envelope was not sealed');
      for (const { id } of documents) {
        await load(ok(await as.getEnvelopeDocument({ path: { document_id: id }, query: { type: 'download' } })));
      }
    });
    if (receiver.received.length !== 1) throw new Error(`The webhook was called ${receiver.received.length} times`);
    return steps;
  } finally {
    await receiver.stop();
  }
};

const fieldsOf = (role_name: string, y: number) => [
  { ...signatureField(role_name), page: PAGES, y },
  { ...signatureField(role_name, `${role_name}-name`), type: 'textbox', page: PAGES, y: y + 60 },
  { ...signatureField(role_name, `${role_name}-date`), type: 'date', page: PAGES, y: y + 90 },
];
