import { config } from '../base/config.ts';
import type { WebOrigin } from '../base/web-origin.ts';
import type { Answer } from '../http/answer.ts';
import type { LinkInvitation } from '../signing/sessions/link-invitation.ts';
import { SIGNING_STYLE } from './signing-style.ts';
import { webPage } from './web-page.ts';
import { pageText } from './words/index.ts';

/**
 * Target of a signing link while no signing application is at `APP_URL`: a recipient's whole signing
 * (`browser/signing`). It opens the session at a press, not when loaded, because mail scanners open links too. Pages of
 * the origins `framedBy` may frame it. `invitation` is what its first screen says, in the recipient's language.
 */
export const signingPage = (
  accepted: readonly string[],
  framedBy: readonly WebOrigin[],
  invitation: LinkInvitation | null,
): Answer => {
  const locales = [...(invitation?.locales.filter((locale) => locale !== null) ?? []), ...accepted];
  const { signing } = pageText(locales);
  const answer = webPage({
    title: signing,
    script: 'signing',
    locales,
    style: SIGNING_STYLE,
    framedBy,
    ...(invitation ? { data: { invitation: JSON.stringify(invitation) } } : {}),
    // Pages come from the bucket, logos from the API.
    pictures: [config.bucketUrl(), `${new URL(config.baseUrl()).origin}/`],
  });
  // The connection to the bucket is there when the first page's picture is asked for.
  answer.headers.Link = `<${new URL(config.bucketUrl()).origin}>; rel=preconnect`;
  return answer;
};

/**
 * The same for a draft: what a recipient would see, to whoever prepares it. The script gets the session, and submits
 * nothing.
 */
export const previewPage = (accepted: readonly string[]): Answer =>
  webPage({
    title: pageText(accepted).signing,
    script: 'signing',
    locales: accepted,
    style: SIGNING_STYLE,
    data: { preview: 'true' },
    pictures: [config.bucketUrl(), `${new URL(config.baseUrl()).origin}/`],
  });
