import {
  createNotificationTemplate,
  deleteNotificationTemplate,
  getNotifications,
  getNotificationTemplate,
  getNotificationTemplates,
  updateNotificationTemplate,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { join } from '../compat/client.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the client sets texts of its own, and lists notifications', async () => {
  const { endpoint } = await join(api);
  expect(await getNotifications(endpoint)).toEqual([]);
  const made = await createNotificationTemplate(endpoint, {
    type: 'email',
    event_name: 'recipient:invited',
    html_template: '<p>You have been invited to sign a document.</p>',
  });
  expect(await getNotificationTemplate(endpoint, made.id)).toEqual(made);
  const updated = await updateNotificationTemplate(endpoint, made.id, { html_template: '<p>Updated content.</p>' });
  expect(updated.html_template).toBe('<p>Updated content.</p>');
  expect(await getNotificationTemplates(endpoint)).toEqual([updated]);
  await deleteNotificationTemplate(endpoint, made.id);
  expect(await getNotificationTemplates(endpoint)).toEqual([]);
});
