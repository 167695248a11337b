import { setWebhook } from '../../../infra/local/story/account.ts';
import { linkTo, openLink, type Step as Part, pageLink, sign } from '../../../infra/local/story/signing.ts';
import type { Api, Person } from '../../api.ts';
import type { Run } from '../../aws-calls.ts';
import { signaturePicture } from '../../pictures.ts';
import { ok, pdf, recipient, sendEnvelope, signatureField } from '../../stories/envelope.ts';
import { startReceiver } from '../../webhooks-api/receiver.ts';

export interface Step {
  name: string;
  runs: Run[];
  /** Bytes of files that were loaded by links. */
  loaded: number;
}

const PAGES = 10;

/**
 * A whole envelope: one document of ten pages, two signers one after the other, who look at every page, fill a text, a
 * date and a signature each; a webhook call at the completion; and a sender who loads both sealed files: `by`, or a new
 * one. `taken` returns the runs since its last call, with those of the workers that followed.
 */
export const playEnvelope = async (api: Api, name: string, taken: () => Run[], by?: Person): Promise<Step[]> => {
  const sender = by ?? (await api.signUp());
  const receiver = await startReceiver();
  await setWebhook(api, sender, receiver.url, ['envelope_completed']);
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
        name,
        documents: [{ name: 'lease.pdf', data: pdf(PAGES) }],
        fields: people.flatMap(({ role_name }, index) => fieldsOf(role_name, 72 + index * 200)),
      }),
    );
    const document_id = envelope.documents[0]?.id ?? '';
    for (const { role_name, email } of people) {
      const path = await linkTo(api, email);
      taken();
      const signer = await step(`${role_name}: load the page, open the link`, async () => {
        ok(await api.anyone.getSigningPage({ path }));
        return openLink(api, path);
      });
      const isLast = role_name === people.at(-1)?.role_name;
      const names: Record<Part, string> = {
        agree: 'agree',
        read: `look at ${PAGES} pages`,
        adopt: 'draw a signature',
        fill: 'fill three fields',
        submit: `submit${isLast ? '; seal, notify everybody' : ', invite the next'}`,
      };
      await sign(api, signer, {
        values: {
          [`${role_name}-name`]: 'Ada Lovelace',
          [`${role_name}-date`]: '11/21/2026',
          [`signature-${role_name}`]: { kind: 'signature', picture: signaturePicture() },
        },
        read: async () => {
          for (let page = 1; page <= PAGES; page++) await load(await pageLink(api, signer, document_id, page));
        },
        around: (part, act) => step(`${role_name}: ${names[part]}`, act),
      });
    }
    await step('Read the envelope, load both sealed files', async () => {
      const as = api.as(sender);
      const { signed, documents } = ok(await as.getEnvelope({ path: { envelope_id: envelope.id } }));
      if (!signed) throw new Error('The envelope was not sealed');
      for (const { id } of documents) {
        await load(
          String(ok(await as.getEnvelopeDocument({ path: { document_id: id }, query: { type: 'download' } }))),
        );
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
