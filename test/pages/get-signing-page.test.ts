import { describe, expect, test } from 'vitest';
import { ok, recipient, sendEnvelope, sign } from '../envelopes/story.ts';
import { press, startVisits } from './visit.ts';

const visit = startVisits();
const { newestLink, open, shows } = visit;

describe('a signing link', () => {
  test('opens the envelope at a press, and leads to its documents', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [signer], { name: 'A <lease>' });
    const link = await newestLink(signer.email, '/sign/');
    const page = await open(link);
    await shows(page, 'You received documents');
    const before = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(before.recipients[0].status).toBe('invited');
    await press(page, 'Open the envelope');
    await shows(page, 'A <lease>');
    expect(await page.locator('#about').innerText()).toContain('It waits for you');
    const download = page.waitForEvent('download');
    await press(page, 'contract.pdf');
    expect((await download).suggestedFilename()).toBe('contract.pdf');

    await sign(visit.api, envelope, 'One');
    const later = await open(link);
    await press(later, 'Open the envelope');
    await later.getByText('You have signed. Thank you.').waitFor();
  });

  test('that has expired sends a fresh one', async () => {
    const signer = recipient('One', 1);
    await sendEnvelope(visit.api, await visit.api.signUp(), [signer]);
    const link = await newestLink(signer.email, '/sign/');
    await visit.api.advance('P31D');
    const page = await open(link);
    await press(page, 'Open the envelope');
    await shows(page, 'This link has expired');
    await press(page, 'Send a new link');
    await shows(page, 'Look at your messages');
    const fresh = await newestLink(signer.email, '/sign/');
    expect(fresh).not.toBe(link);
    const again = await open(fresh);
    await press(again, 'Open the envelope');
    await shows(again, 'An envelope');
  });

  test('with another key does not work', async () => {
    const page = await open(`${visit.api.url}/sign/0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f/One/invented`);
    await press(page, 'Open the envelope');
    await shows(page, 'This link does not work');
  });
});
