import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { pdf } from '../templates/material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const create = (body: unknown) => api.as(owner).createTemplate({ body });

describe('createUpload', () => {
  test('becomes a document once it is uploaded, and can’t be used again', async () => {
    const bytes = pdf(2);
    const { body: upload } = await api.as(owner).createUpload({ body: { name: 'big.pdf', size: bytes.length } });
    const early = await create({ name: 'Early', documents: [{ data: upload.id }] });
    expect([early.status, early.body.error]).toEqual([406, expect.stringContaining('nothing has been uploaded')]);
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: Uint8Array.from(bytes) });
    expect(put.status).toBe(200);
    const stranger = await api.signUp();
    const stolen = await api.as(stranger).createTemplate({ body: { name: 'x', documents: [{ uri: upload.id }] } });
    expect([stolen.status, stolen.body.error]).toEqual([406, expect.stringContaining('no such upload')]);
    const { status, body } = await create({ name: 'Uploaded', documents: [{ uri: upload.id }] });
    expect(status).toBe(200);
    expect(body.documents).toMatchObject([{ name: 'big.pdf', pages: 2, size: bytes.length }]);
    expect((await create({ name: 'Again', documents: [{ data: upload.id }] })).status).toBe(406);
  });

  test('states its limits, and refuses what is larger', async () => {
    const { status, body } = await api.as(owner).createUpload({ body: { size: 60 * 1024 * 1024 } });
    expect([status, body.error]).toEqual([406, expect.stringContaining('at most 50 MB')]);
    const { body: upload } = await api.as(owner).createUpload({ body: { size: 50 * 1024 * 1024 } });
    expect(upload).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/^http/),
      expires_at: expect.stringMatching(/Z$/),
      headers: { 'Content-Type': 'application/pdf' },
      max_bytes: 52_428_800,
    });
  });

  test('is for callers who may create something from it', async () => {
    const basic = await colleagueOf(owner, 'basic_user');
    expect((await api.as(basic).createUpload({ body: { size: 10 } })).status).toBe(401);
  });
});
