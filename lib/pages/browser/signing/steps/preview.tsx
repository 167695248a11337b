import { useEffect } from 'preact/hooks';
import type { DocumentPages, DraftPreview, Field } from '../../shared/answers.ts';
import { CallFailed, call, type Method } from '../../shared/call.ts';
import { Screen, TextScreen } from '../../shared/parts.tsx';
import { newRequestKey } from '../../shared/request-key.ts';
import { keepReading, readsFailed } from '../../shared/run.ts';
import { speak } from '../../shared/words/spoken.ts';
import { type Access, renewSession } from '../../user/kept-session.ts';
import { answerBy } from '../state/api.ts';
import { changes, recipient, session } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { leaveReview } from './fill.tsx';

/**
 * The page as a recipient of a draft would see it. Its sender's session reads the draft and its pages; all that the
 * recipient would do is answered here, and nothing of it leaves the page.
 */

const [draft_id = '', , role_name = ''] = location.pathname.split('/').slice(-3);

let access: Access | null = null;

/** A call as the sender, whose session the browser keeps. It may change nothing. */
const asSender = async <Answer,>(path: string, body?: object, signal?: AbortSignal): Promise<Answer> => {
  const send = async () => {
    access ??= (await renewSession(null)) ?? null;
    if (!access) throw new Error(w.previewSignIn);
    const more = signal ? { signal } : {};
    return call<Answer>(body ? 'POST' : 'GET', path, body, { token: access.access_token, ...more });
  };
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 401) throw error;
    access = null;
    return send();
  }
};

const open = async (): Promise<void> => {
  const shown = await asSender<DraftPreview>(`/v2/drafts/${draft_id}/preview/${role_name}`);
  answerBy(answer);
  await speak(shown.recipient.locale, shown.envelope.locale);
  session.value = { ...shown, access_token: '' };
  showBanner();
};

/** Says above all screens that this is a preview. */
const showBanner = (): void => {
  const banner = document.createElement('aside');
  banner.className = 'previewing';
  banner.textContent = w.previewBanner;
  document.querySelector('main')?.before(banner);
};

/** Calls that are answered, by method and path; each other one is refused with words. */
const ANSWERS: readonly (readonly [
  Method,
  RegExp,
  (found: readonly string[], body?: object, signal?: AbortSignal) => unknown,
])[] = [
  ['GET', /^\/v2\/envelopes\/[^/]+$/, () => session.value?.envelope],
  [
    'GET',
    /^\/v2\/envelope-documents\/([^/]+)\/pages\/filled(\?.*)$/,
    ([, id, query], _, signal) => asSender(`/v2/template-documents/${id}/pages${query}`, undefined, signal),
  ],
  [
    'GET',
    /^\/v2\/envelope-documents\/([^/]+)\/text\/filled\?from=(\d+)$/,
    async ([, id, from]) => {
      const { pages } = await asSender<DocumentPages>(`/v2/template-documents/${id}/pages?from=${from}`);
      return { outline: [], pages };
    },
  ],
  [
    'GET',
    /^\/v2\/envelope-documents\/page-image\/([^/]+)\/filled\/(\d+)/,
    ([, id, page]) => asSender(`/v2/template-documents/page-image/${id}/tagged/${page}`),
  ],
  ['POST', /^\/v2\/profiles\/signatures\/typed$/, (_, body) => asSender('/v2/profiles/signatures/typed', body)],
  ['POST', /^\/v2\/profiles\/(?:signatures|initials)$/, () => ({ id: newRequestKey() })],
  ['PUT', /\/fields\/[^/]+$/, () => filledField()],
  ['POST', /\/agree$/, () => ({ ...recipient.value, agreed: true })],
];

/** The field of the change that is saved first, as the page shows it already. */
const filledField = (): Field => {
  const [change] = changes.peek();
  const field = session.value?.envelope.fields.find(({ name }) => name === change?.field);
  return { ...(field as Field), ...change?.shown };
};

const answer = async (method: Method, path: string, body?: object, signal?: AbortSignal): Promise<unknown> => {
  for (const [its, pattern, give] of ANSWERS) {
    const found = its === method ? pattern.exec(path) : null;
    if (found) return give(found, body, signal);
  }
  throw new Error(w.previewOnly);
};

/** The screen until the draft is there. */
const Beginning = () => {
  useEffect(() => keepReading(open), []);
  return <Screen title={w.previewTitle}>{!readsFailed.value && <p role="status">{w.loading}</p>}</Screen>;
};

/** The screen in the place of the last look at all that is signed. */
const End = () => (
  <TextScreen title={w.previewEnd} about={say(w.previewEndAbout, { name: recipient.value.full_name })}>
    <button type="button" onClick={leaveReview}>
      {w.back}
    </button>
  </TextScreen>
);

/** The screen before the preview, and after it. */
export const Preview = () => (session.value ? <End /> : <Beginning />);
