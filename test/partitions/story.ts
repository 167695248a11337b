import { setWebhook } from '../../infra/local/story/account.ts';
import { type Mark, openLink, sign } from '../../infra/local/story/signing.ts';
import { LIST_PARTS } from '../../lib/storage/engine/keys.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import type { Api, Person } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { signaturePicture } from '../pictures.ts';
import { ok, pdf, recipient, signatureField } from '../stories/envelope.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';

const ROLES = ['Tenant', 'Guarantor', 'Landlord'];

/**
 * Two envelopes of an organization that sends very much: one sender, three signers one after the other, and in common
 * whatever can be: the template, the brand, a webhook that wants all events, and the landlord, who has an account. The
 * sender makes each with an Idempotency-Key, reads it when it is sealed, and loads its files. Returns what all
 * functions did for each of the two.
 */
export const playTwoEnvelopes = async (api: Api): Promise<[first: Run[], second: Run[]]> => {
  const [sender, landlord] = [await api.signUp(), await api.signUp()];
  const receiver = await startReceiver();
  const as = api.as(sender);
  try {
    await setWebhook(api, sender, receiver.url);
    const template = ok(await as.createTemplate({ body: lease() }));
    ok(await as.createBrand({ path: { organizationid: sender.organization_id }, body: { key: 'flats' } }));
    await changeOrganization(sender.organization_id, { list_parts: LIST_PARTS });
    await api.settle();
    const play = async (number: number): Promise<Run[]> => {
      const runs: Run[] = [];
      onRun((run) => runs.push(run));
      await playOne(api, sender, landlord, { number, template_id: template.id });
      onRun(undefined);
      return runs;
    };
    return [await play(1), await play(2)];
  } finally {
    onRun(undefined);
    await receiver.stop();
  }
};

const lease = () => ({
  name: 'Lease',
  documents: [{ name: 'lease.pdf', data: pdf() }],
  roles: ROLES.map((name, index) => ({ name, type: 'signer', sequence: index + 1 })),
  fields: ROLES.map((role_name) => signatureField(role_name)),
});

const playOne = async (
  api: Api,
  sender: Person,
  landlord: Person,
  { number, template_id }: { number: number; template_id: string },
): Promise<void> => {
  const as = api.as(sender);
  const people = ROLES.map((role_name, index) => recipient(role_name, index + 1));
  Object.assign(people.at(-1) ?? {}, { email: landlord.email });
  const envelope = ok(
    await as.createEnvelope({
      headers: { 'idempotency-key': `lease ${number}` },
      body: { template_id, brand_key: 'flats', name: `Lease of the old garden flat ${number}`, recipients: people },
    }),
  );
  await api.settle();
  for (const { role_name, in_app_key: key } of envelope.recipients) {
    const signer = await openLink(api, { envelope_id: envelope.id, role_name, key });
    const mark: Mark = { kind: 'signature', picture: signaturePicture() };
    await sign(api, signer, {
      values: { [`signature-${role_name}`]: mark },
      around: async (_, act) => {
        const result = await act();
        await api.settle();
        return result;
      },
    });
  }
  const { documents } = ok(await as.getEnvelope({ path: { envelope_id: envelope.id } }));
  for (const { id } of documents) {
    ok(await as.getEnvelopeDocument({ path: { document_id: id }, query: { type: 'download' } }));
  }
  await api.settle();
};
