import { createHash } from 'node:crypto';
import { ok, openSession, sendEnvelope, sign } from '../stories/envelope.ts';
import { base64, lease, pdf } from '../templates/material.ts';
import { LEASE, landlord, tenant } from './people.ts';
import type { Stage } from './stage.ts';

/** Envelopes as their senders use them, and what can be said of a sealed document. */
export const envelopeUses = async (stage: Stage): Promise<void> => {
  const { api, use, caller } = stage;
  const ada = await api.signUp();
  const as = api.as(ada);
  const envelope = await sendEnvelope({ ...api, call: caller('directly').call }, ada, [tenant(), landlord()], LEASE);
  const path = { envelope_id: envelope.id };
  await use(as.getEnvelope({ path }), 'by its owner');
  await use(as.getEnvelopes());
  await use(as.getEnvelopes({ query: { view: 'inbox' } }), 'inbox');
  await use(as.getEnvelopes({ query: { view: 'waiting', sort_by: 'name' } }), 'waiting, by name');
  // Searches follow the stream.
  await api.settle();
  await use(as.getEnvelopes({ query: { q: 'lease' } }), 'search, one word');
  await use(as.getEnvelopes({ query: { q: 'garden flat' } }), 'search, two words');
  await use(as.updateEnvelope({ path, body: { name: 'Lease of the garden flat, corrected' } }));
  await use(as.updateRecipient({ path: { ...path, role_name: 'Tenant' }, body: { action: 'remind' } }), 'remind');
  await use(as.actOnEnvelopes({ body: { action: 'remind', envelope_ids: [path.envelope_id] } }), 'remind');
  await use(
    as.updateRecipient({ path: { ...path, role_name: 'Landlord' }, body: { last_name: 'Okafor-Meyer' } }),
    'details',
  );
  await use(as.updateRecipient({ path: { ...path, role_name: 'Tenant' }, body: { action: 'reset' } }), 'reset');
  await use(as.createInPersonLink({ path: { ...path, role_name: 'Tenant' } }));
  const document_id = envelope.documents[0]?.id ?? '';
  await use(as.getEnvelopeDocument({ path: { document_id } }), 'metadata');
  await use(as.createTemplate({ body: { name: 'Lease', envelope_id: envelope.id } }), 'of an envelope');
  const draft = await use(as.createDraft({ body: { replaces: envelope.id } }), 'in the place of an envelope');
  const next = await use(as.sendDraft({ path: { draft_id: draft.id }, body: {} }), 'in the place of an envelope');
  const again = { envelope_id: next.id };
  await use(as.cancelEnvelope({ path: again, body: { action: 'cancel' } }));

  const { body: template } = await as.createTemplate({ body: lease() });
  const recipients = [tenant(), { ...landlord(), role_name: 'Landlord & owner' }];
  await use(as.createEnvelope({ body: { template_id: template.id, recipients } }), 'from a template');
  await use(as.getEnvelopes({ query: { rows: 1 } }), 'a page of more');
  ok(await as.createBrand({ path: { organizationid: ada.organization_id }, body: { key: 'b' } }));
  const branded = { name: 'Branded', brand_key: 'b', documents: [{ name: 'a.pdf', data: base64(pdf()) }] };
  const { brand_key } = await use(as.createEnvelope({ body: { ...branded, recipients: [tenant()] } }), 'with a brand');
  if (brand_key !== 'b') throw new Error(`the envelope has the brand ${brand_key}`);
  await sealed(stage);
};

const sealed = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const sent = await sendEnvelope(api, ada, [tenant()], LEASE);
  await sign(api, sent, 'Tenant');
  await api.settle();
  const path = { envelope_id: sent.id };
  await use(as.getEnvelopeAudit({ path }));
  await use(as.getEnvelopesZip({ path: { ids: sent.id } }));
  await use(as.getEnvelopesZip({ path: { ids: sent.id }, query: { type: 'download' } }));
  const { documents } = await use(as.getEnvelope({ path }), 'by its owner');
  const [{ id: document_id }] = documents;
  const at = { path: { document_id } };
  await use(as.getEnvelopeDocument({ ...at, query: { type: 'download' } }), 'a link');
  await use(as.getEnvelopeDocument({ ...at, query: { type: 'file', combined: true } }), 'combined, first time');
  await use(as.getEnvelopeDocument({ ...at, query: { type: 'file', combined: true } }), 'combined, again');
  const { bytes } = await as.getEnvelopeDocument({ ...at, query: { type: 'file' } });
  await use(api.anyone.verifyDocument({ body: { data: base64(bytes) } }));
  const { log } = (await api.anyone.verifyDocument({ body: { data: base64(bytes) } })).body;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await use(api.anyone.getLogProof({ query: { sha256 } }));
  await use(api.anyone.getLogCheckpoint());
  await use(api.anyone.getLogTile({ path: { tile: `entries/000.p/${log.proof.size}` } }));
  await use(api.anyone.getPublishedEvidence());
  const session = await openSession(api, sent, 'Tenant');
  await use(api.as(session).getEnvelope({ path }), 'by a signer');
};
