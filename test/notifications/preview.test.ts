import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXT_EVENTS, textChannelsOf } from '../../lib/notify/notifications/events.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok } from '../stories/envelope.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp({ org_name: 'Engines Ltd' });
});
afterAll(() => api.stop());

const preview = (body: Record<string, unknown>, person = ada) =>
  api.as(person).previewNotificationTemplate({ body: { type: 'email', event_name: 'recipient:invited', ...body } });

describe('the preview of a message', () => {
  test('is the message in the platform’s words where no text is given, in the language that is asked for', async () => {
    const shown = ok(await preview({ locale: 'de' }));
    expect(shown.subject).toContain('„Mietvertrag der Gartenwohnung“');
    expect(shown.html).toContain('<html lang="de"');
    expect(shown.text).toContain('Maria Novak');
    expect(shown.text).toContain('Bitte lesen Sie die zweite Seite genau.');
    expect(shown.text).not.toContain('123456');
  });

  test('exists for every event and channel that can have a text, with its values filled in', async () => {
    for (const event_name of TEXT_EVENTS) {
      for (const type of textChannelsOf(event_name)) {
        const shown = ok(await preview({ event_name, type }));
        expect(shown.text, `${event_name} ${type}`).not.toMatch(/[{}]|undefined|null/);
        expect(shown.html === null, `${event_name} ${type}`).toBe(type !== 'email');
      }
    }
  });

  test('has the given text in the frame, in both forms, and is made without storing or sending anything', async () => {
    const shown = ok(await preview({ html_template: '<p>Dear {{name}}, <b>{{envelope_name}}</b> waits.</p>' }));
    expect(shown.html).toContain('<p>Dear Maria Novak, <b>Lease of the garden flat</b> waits.</p>');
    expect(shown.text).toContain('Dear Maria Novak, Lease of the garden flat waits.');
    await api.settle();
    expect(ok(await api.as(ada).getNotificationTemplates())).toEqual([]);
    const sms = ok(await preview({ type: 'sms', event_name: 'envelope:canceled', text_template: 'No more: {{name}}' }));
    expect(sms).toEqual({ subject: null, html: null, text: 'No more: Maria Novak' });
  });

  test('has the look of the brand, and of settings that are not saved yet', async () => {
    const path = { organizationid: ada.organization_id };
    const look = { key: 'flats', name: 'Garden Flats', primary_color: '#2E7D32' };
    const brand = ok(await api.as(ada).createBrand({ path, body: look }));
    const saved = ok(await preview({ brand_id: brand.id }));
    expect(saved.html).toContain('border-top:4px solid #2E7D32');
    expect(saved.text).toContain('Garden Flats');
    const tried = ok(await preview({ brand_id: brand.id, look: { primary_color: '#ffee00', name: null } }));
    expect(tried.html).toContain('border-top:4px solid #ffee00');
    expect(tried.text).toContain('Engines Ltd');
    expect(tried.text).not.toContain('Garden Flats');
  });

  test('refuses what could not be stored, a brand of another organization', async () => {
    const refusals = [
      [{ text_template: 'Dear {{nam}}' }, 406, 'text_template: {{nam}} is not known'],
      [{ event_name: 'sms:otp' }, 406, 'type: must be one of sms for sms:otp'],
      [{ look: { primary_color: 'red' } }, 406, 'look.primary_color: must be a colour like #1A2B3C'],
    ] as const;
    for (const [body, status, error] of refusals) {
      const answer = await preview(body);
      expect([answer.status, String(answer.body.error)]).toEqual([status, expect.stringContaining(error)]);
    }
    const other = await api.signUp();
    const path = { organizationid: other.organization_id };
    const theirs = ok(await api.as(other).createBrand({ path, body: { key: 'theirs' } }));
    const foreign = await preview({ brand_id: theirs.id });
    expect([foreign.status, foreign.headers.get('x-error-code')]).toEqual([404, 'brand_not_found']);
  });
});
