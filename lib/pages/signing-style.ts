import { APPLICATION_STYLE } from './application-style.ts';

/** The signing page's style, beside that of all pages. Paper and ink of documents stay as they are, also in dark mode. */
export const SIGNING_STYLE = `${APPLICATION_STYLE}
:root { --due: #fff3c4; --due-edge: #8a6100; }
.ways { display: flex; flex-wrap: wrap; column-gap: 24px; }
dialog .ways legend { float: none; line-height: inherit; }
.ways legend { float: inline-start; line-height: 44px; margin-inline-end: 16px; }
output { display: block; padding: 10px 0; }
.fields { list-style: none; margin: 12px 0 0; padding: 0; }
.fields li { padding: 16px 0; border-top: 1px solid var(--line); }
.fields .field > * { margin-bottom: 4px; }
.fields .bad:empty { margin: 0; }
.fields li > p { margin: 0; }
.sign-here { background: var(--due); color: #16202c; border: 2px dashed var(--due-edge); }
.sign-here .soft { color: inherit; display: block; font-weight: 400; }
.ink { background: #ffffff; color: #16202c; border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 16px; padding: 8px; }
.ink img, img.ink { display: block; max-width: 100%; max-height: 120px; }
.ink.code { max-height: none; width: min(100%, 14rem); margin-inline: auto; }
.ink .quiet { color: #1d4ed8; }
.ink.draw { display: block; width: 100%; height: clamp(120px, 40vh, 360px); padding: 0; touch-action: none; }
.hands .check { margin: 0 0 8px; }
.hands .check > span { flex: 1; min-width: 0; background: #ffffff; border: 1px solid var(--edge); border-radius: 8px; padding: 8px; }
.hands .check img { display: block; max-width: 100%; height: 44px; object-fit: contain; object-position: left; }
.zoom { position: sticky; top: 0; z-index: 1; margin: 0 -12px; padding: 0 12px; background: var(--paper); display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: center; gap: 4px; }
.page-number { display: flex; align-items: center; gap: 6px; margin-inline-end: auto; font-variant-numeric: tabular-nums; }
.page-number label, .page-number input { margin: 0; }
.page-number label { font-weight: 400; }
.page-number input { width: auto; min-height: 44px; padding: 4px 6px; text-align: center; }
.pages { direction: ltr; overflow-x: auto; margin: 0 -12px; }
.page { position: relative; scroll-margin-top: 56px; background: #ffffff; color: #16202c; border: 1px solid var(--line); margin: 0 0 12px; container-type: inline-size; overflow: hidden; }
.page > img { display: block; width: 100%; height: 100%; }
.page > .text { position: absolute; inset: 0; overflow: hidden; color: transparent; forced-color-adjust: none; text-align: start; }
.text > p { margin: 0; }
.text span { position: absolute; white-space: pre; line-height: 1.1; transform-origin: 0 100%; }
.text ::selection { color: transparent; background: rgba(29, 78, 216, .3); }
.page > p { padding: 16px; }
.mark { position: absolute; display: block; margin: 0; padding: 0 1px; border: 0; border-radius: 2px; background: transparent; color: #16202c; font: 1.8cqw/1.2 system-ui, sans-serif; text-align: start; unicode-bidi: plaintext; overflow: hidden; white-space: pre; }
.mark.lines { white-space: pre-wrap; }
.mark.own { min-width: 24px; min-height: 24px; background: rgba(29, 78, 216, .1); border: 1px solid #1d4ed8; }
.mark.own.due { background: var(--due); border: 2px solid var(--due-edge); }
.mark.own.bad { color: #b42318; border: 2px solid #b42318; }
.mark img { display: block; width: 100%; height: 100%; object-fit: contain; }
.hint { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar { background: var(--paper); border-top: 1px solid var(--line); margin: 12px -20px 0; padding: 8px 20px; border-radius: 0 0 12px 12px; line-height: 1.35; }
.bar p { margin: 0; }
.bar .row { flex-wrap: nowrap; }
.bar .row > button { flex: 0 1 auto; min-width: min-content; padding: 8px 12px; overflow-wrap: break-word; }
@media (min-height: 44rem) { .bar { position: sticky; bottom: 0; max-height: 20vh; overflow: auto; } }
@media (max-width: 37rem) { dialog.full { width: 100%; height: 100%; max-height: none; border: 0; border-radius: 0; } }
`;
