import { APPLICATION_STYLE } from './application-style.ts';
import { FIELD_STYLE } from './field-style.ts';

/**
 * The signing page's style, beside that of all pages. Paper and ink of documents stay as they are, also in dark mode.
 */
export const SIGNING_STYLE = `${APPLICATION_STYLE}${FIELD_STYLE}
:root { --due: #fff3c4; --due-edge: #8a6100; --bar: 48px; }
.previewing { position: sticky; top: 0; width: 100%; z-index: 3; margin: 0; padding: 6px 12px; background: var(--act); color: var(--on-act); font-weight: 600; text-align: center; }
.previewing + main .top { position: static; }
html:has(.work) { scroll-padding: calc(var(--bar) + 12px) 0 120px; }
body:has(.work) { padding: 0; }
body:has(.work) > #late { display: none; }
.screen.work { max-width: none; border: 0; border-radius: 0; padding: 0; box-shadow: none; }
.top { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 4px; height: var(--bar); padding: 0 8px 0 12px; background: var(--surface); border-bottom: 1px solid var(--line); box-shadow: var(--lift); }
.top > .brand, .top > .logo { flex: 1 1 0; min-width: 0; margin: 0; }
.top > .brand { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
@media (max-width: 22rem) { .top:has(.page-number) > p.brand { visibility: hidden; } }
.top > .logo { flex: 0 1 auto; max-height: 32px; max-width: 10rem; margin-inline-end: auto; object-fit: contain; object-position: left; }
[dir=rtl] .top > .logo { object-position: right; }
.top button.quiet { min-height: 40px; padding: 4px 10px; }
.tools { flex: none; display: flex; align-items: center; }
.top .tools button.quiet { min-width: 36px; padding: 4px 8px; }
.middle { padding: 16px 12px 0; min-width: 0; }
.message { margin: 0 0 16px; padding: 4px 12px; border-inline-start-color: var(--act); }
.people, .to-do { list-style: none; margin: 0; padding: 0; }
.people li { display: flex; gap: 10px; align-items: baseline; padding: 6px 0; }
.people .icon { position: relative; top: .2em; color: var(--soft); }
.to-do .icon { color: var(--good); }
[dir=rtl] .icon.now { transform: scaleX(-1); }
.to-do .due { color: var(--warn); }
.to-do .free { color: var(--soft); }
.to-do span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.found { list-style: none; margin: 0 0 16px; padding: 0; }
.found button.row { align-items: baseline; }
.found .soft { flex: none; }
.found button > :not(.soft) { flex: 1; min-width: 0; overflow-wrap: anywhere; }
mark { background: var(--due); color: #16202c; }
h3 { font-size: 1rem; margin: 0 0 4px; }
.menu { border-top: 1px solid var(--line); padding: 12px 0 0; }
.menu:last-of-type { margin: 0; }
.menu legend { float: inline-start; width: 100%; color: var(--soft); font-size: var(--small); }
.menu > * { clear: both; }
.beside { background: var(--surface); border-top: 1px solid var(--line); padding: 8px 12px; line-height: 1.35; }
.agreement .check { flex: 1; margin: 0 0 12px; }
.work .agreement { display: flex; align-items: center; gap: 12px; line-height: 1.25; }
.work .agreement .check { margin: 0; font-size: .875rem; }
.work .agreement button { width: auto; max-width: 45%; min-width: min-content; flex: none; margin: 0; padding: 8px 12px; }
.middle > button.quiet { padding-inline: 0; }
.beside p, .beside h2 { margin: 0; }
.beside .row { margin: 0; flex-wrap: nowrap; }
.beside .row > button:not(.quiet) { flex: 0 1 auto; min-width: min-content; padding: 8px 12px; overflow-wrap: break-word; }
@media (max-width: 61.99rem) {
  .desk { display: flex; flex-direction: column; min-height: calc(100vh - var(--bar)); }
  .middle { flex: 1; }
  @media (min-height: 44rem) { .beside { position: sticky; bottom: 0; z-index: 1; max-height: calc(20vh - var(--bar)); overflow: auto; padding-block: 4px; } }
}
@media (min-width: 62rem) {
  :root { --bar: 56px; }
  .desk { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; }
  .middle { width: 100%; max-width: 62rem; margin: 0 auto; padding: 24px 24px 0; }
  .beside { position: sticky; top: var(--bar); align-self: start; height: calc(100vh - var(--bar)); overflow: auto; padding: 24px 20px; border: 0; border-inline-start: 1px solid var(--line); line-height: 1.5; }
  .beside > section { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
  .beside h2 { margin-bottom: 8px; }
  .beside > .row, .work .agreement { flex-direction: column; align-items: stretch; gap: 12px; }
  .beside > .row > * { flex: none; }
  .work .agreement .check { font-size: 1rem; }
  .work .agreement button { max-width: none; }
  .beside > button.quiet { width: 100%; }
  .beside .row > button:not(.quiet) { width: 100%; }
  .work .pages { margin: 0; }
}

.row.acts { align-items: stretch; }
.acts > button { margin: 0 !important; word-break: keep-all; }
.row.acts > button:not(.other) { flex: 1 1 auto; }
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
[aria-disabled=true] { opacity: .6; }
.values button.row { align-items: center; padding: 4px 8px; min-height: 40px; }
.values span { flex: 3 1 0; text-align: end; }
.values span.soft { flex-grow: 2; text-align: start; }
.values img.ink { max-height: 32px; max-width: 50%; padding: 2px 4px; margin: 0; }
.pages h2 { width: fit-content; max-width: calc(100vw - 24px); margin: 8px 0 4px; padding: 0 12px; color: var(--soft); font-size: 1rem; }
[dir=rtl] .pages h2 { direction: rtl; margin-left: auto; }
.beside > p[role=status] { margin-bottom: 4px; }
@media (max-width: 61.99rem) { .acts > button { font-size: .875rem; line-height: 1.3; padding: 6px 10px !important; } }

.ways .check { display: inline-flex; vertical-align: top; margin-inline-end: 24px; }
.ways legend { float: inline-start; line-height: 44px; margin: 0; margin-inline-end: 16px; }
.top .ways { flex: none; margin: 0; margin-inline-end: 4px; white-space: nowrap; }
.top .ways .check { min-height: 40px; gap: 8px; margin-inline-end: 16px; }
.top .ways legend { line-height: 40px; }
dialog .ways legend { float: none; line-height: inherit; margin-bottom: 4px; }
output { display: block; padding: 10px 0; }
.tries { margin-top: 12px; }
.sign-here { background: var(--due); color: #16202c; border: 2px dashed var(--due-edge); }
.sign-here .soft { color: inherit; display: block; font-weight: 400; }
.ink { background: #ffffff; color: #16202c; border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 16px; padding: 8px; }
.ink img, img.ink { display: block; max-width: 100%; max-height: 120px; }
.ink.code { max-height: none; width: min(100%, 14rem); margin-inline: auto; }
.ink .quiet { color: #1d4ed8; }
.ink.draw { display: block; width: 100%; height: clamp(120px, 40vh, 360px); padding: 0; touch-action: none; }
.page-number { display: flex; align-items: center; gap: 6px; margin-inline-end: 4px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.page-number label, .page-number input { margin: 0; }
.page-number label { font-weight: 400; }
@media (max-width: 30rem) { .page-number label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } }
.page-number input { width: auto; min-height: 36px; padding: 4px 6px; text-align: center; }
.pages { direction: ltr; overflow-x: auto; margin: 0 -12px; }
.pages .document { width: auto; margin: 16px 0 4px; }
.page { position: relative; scroll-margin-top: 56px; background: #ffffff; color: #16202c; border: 1px solid var(--line); margin: 0 0 12px; container-type: inline-size; overflow: hidden; }
.page > img { display: block; width: 100%; height: 100%; }
.page > .text { position: absolute; inset: 0; overflow: hidden; color: transparent; forced-color-adjust: none; text-align: start; }
.text > p { margin: 0; }
.text span { position: absolute; white-space: pre; line-height: 1.1; transform-origin: 0 100%; }
.text ::selection { color: transparent; background: rgba(29, 78, 216, .3); }
.page > p { padding: 16px; }
@media (max-width: 37rem) { dialog.full { width: 100%; height: 100%; max-height: none; border: 0; border-radius: 0; } }
`;
