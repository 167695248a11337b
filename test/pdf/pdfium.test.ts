import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { renderPage } from '../../lib/pdf/pdfium/render.ts';
import { startApi } from '../api.ts';
import * as hostile from './hostile-pages.ts';
import { LETTER, pagesOf, withTable } from './make-pdf.ts';

/** The picture of a file's first page, or the reason why it can't be shown. */
const answer = async (bytes: Uint8Array): Promise<string> => {
  try {
    const image = await renderPage(bytes, 1, { width: 200 });
    return createHash('sha256').update(image).digest('hex');
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

const refusal = async (bytes: Uint8Array): Promise<unknown> => {
  try {
    await inspectPdf(bytes, 'lease.pdf');
  } catch (error) {
    return error;
  }
  return 'taken in';
};

describe('a page that never finishes drawing', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['tiles', hostile.tiles, 'page 10 takes too long to be displayed'],
    ['forms that draw each other thrice', hostile.formsThrice, 'page 1 takes too much memory to be displayed'],
  ])('is refused at intake, with the reason: %s', async (_name, make, reason) => {
    const error = await refusal(make());
    expect(error).toMatchObject({ code: 'unusable_document' });
    expect((error as Error).message).toContain(reason);
  });

  it('blocks nobody else, and its request ends with 406', async () => {
    const api = await startApi();
    onTestFinished(api.stop);
    const [mallory, ada] = [await api.signUp(), await api.signUp()];
    const upload = (bytes: Uint8Array) => ({
      name: 'Lease',
      documents: [{ name: 'lease.pdf', data: Buffer.from(bytes).toString('base64') }],
    });
    let ended = false;
    const attack = api
      .as(mallory)
      .createTemplate({ body: upload(hostile.dashes()) })
      .finally(() => {
        ended = true;
      });
    const made = await api.as(ada).createTemplate({ body: upload(withTable(pagesOf(LETTER))) });
    const path = { document_id: made.body.documents[0].id, variant: 'original', page: '1' };
    const shown = await api.as(ada).getTemplateDocumentPage({ path });
    expect([made.status, shown.status, ended]).toEqual([200, 200, false]);
    const { status, body } = await attack;
    expect([status, body.status]).toEqual([406, 'ERROR']);
    // On a slow machine the budget of the whole file ends before the page's own time limit.
    expect(body.error).toMatch(/takes too long to be displayed|more than 5 seconds of processor time/);
    expect((await api.as(mallory).getTemplates()).body.count).toBe(0);
  });
});

describe('the answer depends on the file alone', () => {
  it('after and beside any other file', async () => {
    const files = [
      hostile.plain(),
      hostile.functions(1000),
      hostile.palettes(40_000),
      hostile.glyphLoop(),
      hostile.forms(),
      hostile.palettes(2000),
    ];
    const first: string[] = [];
    for (const file of files) first.push(await answer(file));
    const backwards: string[] = [];
    for (const file of files.toReversed()) backwards.unshift(await answer(file));
    expect(backwards).toEqual(first);
    const twice = await Promise.all([...files, ...files].map(answer));
    expect(twice).toEqual([...first, ...first]);
  });

  it('at any depth of nesting', async () => {
    expect(await comparePages(hostile.functions(1000), hostile.functions(0))).toEqual([]);
    expect(await comparePages(hostile.forms(), hostile.plain())).toEqual([]);
    expect(await answer(hostile.palettes(40_000))).toContain("can't be displayed");
  });
});

describe('the thread that draws', () => {
  const run = (script: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: {} });
  const module = JSON.stringify(new URL('../../lib/pdf/pdfium/render.ts', import.meta.url).href);

  it('keeps the process alive while it draws, and not afterwards', async () => {
    const file = JSON.stringify(Buffer.from(hostile.plain()).toString('base64'));
    const script = `const { renderPage } = await import(${module});
      const image = await renderPage(Buffer.from(${file}, 'base64'), 1);
      console.log(image.length > 0);`;
    expect(await run(script)).toMatchObject({ stdout: 'true\n', stderr: '' });
  });

  it('is not started before it is needed', async () => {
    const script = `await import(${module});
      console.log(process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').join());`;
    expect(await run(script)).toMatchObject({ stdout: '\n', stderr: '' });
  });
});
