import { expect, test } from 'vitest';
import { handler as getDocs } from '../../functions/docs/get-docs.ts';
import { handler as getOpenapi } from '../../functions/docs/get-openapi.ts';
import { operations } from '../../functions/index.ts';
import { html, prose } from '../../lib/http/docs/html.ts';
import { invoke } from '../operation/invoke.ts';

process.env.BASE_URL = 'https://sign.example.com/';

test('the description is served with the address of this deployment', async () => {
  const { status, headers, body, raw } = await invoke(getOpenapi, { method: 'GET' });
  expect(status).toBe(200);
  expect(headers['Content-Type']).toBe('application/json');
  expect(body).toMatchObject({
    servers: [{ url: 'https://sign.example.com' }],
    components: {
      securitySchemes: { oauth2: { flows: { password: { tokenUrl: 'https://sign.example.com/v2/oauth2/token' } } } },
    },
  });
  expect(raw).not.toContain('countersign.example.com');
});

test('the page shows every operation and loads nothing from anywhere', async () => {
  const { status, headers, raw } = await invoke(getDocs, { method: 'GET' });
  expect(status).toBe(200);
  expect(headers['Content-Type']).toContain('text/html');
  for (const { contract } of operations) expect(raw, contract.id).toContain(`<details id="${contract.id}">`);
  expect(raw).not.toMatch(/<script|<link|<img|@import|url\(/);
  expect(raw).not.toContain('undefined');
});

test('every link within the page leads somewhere', async () => {
  const { raw } = await invoke(getDocs, { method: 'GET' });
  const anchors = [...raw.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.length).toBeGreaterThan(0);
  for (const anchor of anchors) expect(raw).toContain(`id="${anchor}"`);
});

test('texts are always escaped', () => {
  const hostile = '<script>alert("1")</script>';
  expect(html`<p title="${hostile}">${[hostile, html`<b>${hostile}</b>`]}</p>`.text).not.toContain('<script');
  expect(prose(`a \`${hostile}\` **${hostile}**\n\n- ${hostile}`).text).not.toContain('<script');
});
