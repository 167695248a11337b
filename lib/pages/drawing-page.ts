import type { Answer } from '../http/answer.ts';
import { SIGNING_STYLE } from './signing-style.ts';
import { webPage } from './web-page.ts';
import { pageText } from './words/index.ts';

/** Page that a phone opens by a QR code: it draws one signature and sends it, and shows nothing of the envelope. */
export const drawingPage = (locales: readonly string[]): Answer => {
  const { drawing } = pageText(locales);
  return webPage({
    title: drawing,
    script: 'draw',
    locales,
    style: SIGNING_STYLE,
  });
};
