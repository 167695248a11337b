import { lease } from '../templates/material.ts';
import type { Stage } from './stage.ts';

/** A batch of three rows, from its file to its end. */
export const batchUses = async ({ api, use }: Stage): Promise<void> => {
  const as = api.as(await api.signUp());
  const roles = [{ name: 'Tenant', type: 'signer', sequence: 1 }];
  const fields = lease().fields.filter(({ role_name }) => role_name === 'Tenant');
  const template = (await as.createTemplate({ body: lease({ roles, fields }) })).body;
  const rows = ['Ada', 'Alan', 'Grace'].map((name) => ({ Tenant: name, Email: `${name.toLowerCase()}@example.com` }));
  const { id: batch_id } = await use(as.createBatch({ body: { template_id: template.id, name: 'Leases', rows } }));
  const path = { batch_id };
  await use(as.updateBatch({ path, body: { name: 'Leases of May' } }));
  await use(as.actOnBatch({ path, body: { action: 'check' } }), 'check');
  await api.settle();
  await use(as.actOnBatch({ path, body: { action: 'send' } }), 'send');
  await api.settle();
  await use(as.getBatch({ path }));
  await use(as.getBatches());
  await use(as.getBatchRows({ path }));
  await use(as.getBatchCsv({ path }));
  await use(as.deleteBatch({ path }));
};
