/** The signing page's style, beside that of all pages. Paper and ink of documents stay as they are, also in dark mode. */
export const SIGNING_STYLE = `
:root { --fill: var(--act); --on-fill: var(--on-act); --due: #fff3c4; --due-edge: #8a6100; }
main { max-width: none; background: none; border: 0; padding: 0; }
.screen { max-width: 30rem; margin: 0 auto; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px 20px; }
.screen.wide { max-width: 60rem; padding-bottom: 0; }
body:has(.wide) { padding: 12px 8px; }
button, a.button { background: var(--fill); color: var(--on-fill); border-color: var(--fill); }
button.other, a.button.other { border-color: var(--edge); }
button.other + button { margin-top: 12px; }
button.quiet { width: auto; min-width: 44px; background: transparent; color: var(--act); border-color: transparent; padding: 8px 12px; flex: none; }
.bad, button.bad { color: var(--bad); }
.logo { display: block; max-width: 200px; max-height: 56px; margin: 0 0 16px; }
.brand { margin: 0 0 12px; font-weight: 600; color: var(--soft); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: space-between; }
.row > p, .row > h2 { margin: 0; flex: 1 1 8rem; }
.row > button:not(.quiet) { width: auto; flex: 0 1 auto; }
h2 { font-size: 1.15rem; line-height: 1.25; }
textarea { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 8px; padding: 10px 12px; margin: 0 0 16px; }
fieldset { border: 0; padding: 0; margin: 0 0 16px; min-width: 0; }
legend { font-weight: 600; padding: 0; margin: 0 0 4px; }
.check { display: flex; gap: 12px; align-items: center; min-height: 44px; font-weight: 400; margin: 0; }
.check input { width: 24px; min-height: 0; height: 24px; flex: none; margin: 0; accent-color: var(--act); }
.ways { display: flex; flex-wrap: wrap; column-gap: 24px; }
.ways legend { float: left; line-height: 44px; margin-right: 16px; }
output { display: block; padding: 10px 0; }
.lines { white-space: pre-line; }
.quote { border-left: 3px solid var(--line); padding-left: 12px; white-space: pre-line; }
.fields { list-style: none; margin: 12px 0 0; padding: 0; }
.fields li { padding: 16px 0; border-top: 1px solid var(--line); }
.fields .field > * { margin-bottom: 4px; }
.fields li > p { margin: 0; }
.sign-here { background: var(--due); color: #16202c; border: 2px dashed var(--due-edge); }
.sign-here .soft { color: inherit; display: block; font-weight: 400; }
.ink { background: #ffffff; color: #16202c; border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 16px; padding: 8px; }
.ink img, img.ink { display: block; max-width: 100%; max-height: 120px; }
.ink .quiet { color: #1d4ed8; }
.ink.draw { display: block; width: 100%; height: clamp(120px, 40vh, 360px); padding: 0; touch-action: none; }
.zoom { display: flex; justify-content: flex-end; }
.pages { overflow-x: auto; margin: 0 -12px; }
.page { position: relative; background: #ffffff; color: #16202c; border: 1px solid var(--line); margin: 0 0 12px; container-type: inline-size; overflow: hidden; }
.page > img { display: block; width: 100%; height: 100%; }
.page > p { padding: 16px; }
.mark { position: absolute; display: block; margin: 0; padding: 0 1px; border: 0; border-radius: 2px; background: transparent; color: #16202c; font: 1.8cqw/1.2 system-ui, sans-serif; text-align: left; overflow: hidden; white-space: pre; }
.mark.lines { white-space: pre-wrap; }
.mark.own { min-width: 24px; min-height: 24px; background: rgba(29, 78, 216, .1); border: 1px solid #1d4ed8; }
.mark.own.due { background: var(--due); border: 2px solid var(--due-edge); }
.mark.own.bad { color: #b42318; border: 2px solid #b42318; }
.mark img { display: block; width: 100%; height: 100%; object-fit: contain; }
.hint { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar { background: var(--paper); border-top: 1px solid var(--line); margin: 12px -20px 0; padding: 10px 20px; border-radius: 0 0 12px 12px; }
.bar p { margin: 0; }
@media (min-height: 44rem) { .bar { position: sticky; bottom: 0; max-height: 20vh; overflow: auto; } }
dl { margin: 0 0 16px; }
dl > div { border-top: 1px solid var(--line); padding: 10px 0; }
dt { font-weight: 600; }
dd { margin: 0; white-space: pre-line; }
dialog { width: min(100%, 32rem); max-width: 100%; max-height: 100%; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 20px; overflow-wrap: anywhere; }
dialog::backdrop { background: rgba(10, 16, 24, .6); }
dialog > .row { margin-bottom: 12px; }
@media (max-width: 37rem) { dialog.full { width: 100%; height: 100%; max-height: none; border: 0; border-radius: 0; } }
`;
