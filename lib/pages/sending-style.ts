/** Style of the page on which one prepares an envelope, beside that of the account's pages. */
export const SENDING_STYLE = `
body:has(.steps) .screen.wide { max-width: 60rem; }
.tools [aria-disabled=true] { opacity: .5; cursor: default; }
.steps { border-bottom: 1px solid var(--line); margin: 0 0 20px; padding-bottom: 8px; }
.steps ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
.steps nav { flex: 1 1 auto; }
.steps nav span { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 12px; border: 1px solid currentColor; font-size: var(--small); margin-inline-end: 4px; }
.steps [aria-current] { color: var(--ink); box-shadow: inset 0 -3px var(--act); border-radius: 0; }
.steps [aria-current] span { background: var(--act); color: var(--on-act); border-color: var(--act); }
.saving { margin: 0; flex: 0 1 auto; }
.row.about { flex-wrap: wrap; gap: 8px 16px; margin: 0 0 16px; }
.row.about > p { flex: 1 1 16rem; margin: 0; }
.row.about > button.main { width: auto; }
.others { position: fixed; inset-inline: 0; bottom: 80px; z-index: 4; width: fit-content; max-width: min(36rem, calc(100vw - 32px)); margin-inline: auto; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; background: var(--surface); border: 1px solid var(--line); border-inline-start: 3px solid var(--act); border-radius: var(--round); box-shadow: var(--lift); padding: 8px 12px; }
.others:empty { border: 0; padding: 0; }
.others > p { flex: 1 1 12rem; margin: 0; }
.others > button { width: auto; margin: 0; }
div.notice { margin: 0 0 16px; }
.notice > p { margin: 0; }
.notice > button.other { width: auto; margin: 8px 0 0; }
button.link { display: inline; width: auto; min-height: 24px; padding: 0; border: 0; background: none; color: var(--act); font: inherit; text-decoration: underline; }
.notice { border-inline-start: 3px solid var(--act); padding-inline-start: 12px; }
.good { color: var(--good); font-weight: 600; }
.onward { position: sticky; bottom: 0; z-index: 2; display: flex; justify-content: flex-end; background: var(--surface); border-top: 1px solid var(--line); padding: 8px 0; margin: 24px 0 0; }
.onward > button { width: auto; margin: 0; }
html:has(.onward) { scroll-padding-bottom: 88px; }
.parts > li { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.parts > li > input { flex: 1 1 14rem; width: auto; margin: 0; }
.parts .notice { flex: 1 1 100%; margin: 0; }
.parts .notice p { margin: 0 0 8px; }
.parts .notice button { width: auto; }
.replace { position: relative; }
.replace .button { display: inline-flex; align-items: center; width: auto; min-height: var(--target); margin: 0; padding: 8px 12px; background: transparent; color: var(--act); border-color: transparent; cursor: pointer; }
.replace:focus-within .button { outline: 3px solid var(--act); outline-offset: 2px; }
.parts progress { flex: 1 1 8rem; }
.order { display: inline-flex; }
.drop { border: 2px dashed var(--edge); border-radius: var(--round-large); padding: 24px; margin-top: 16px; text-align: center; }
.drop.over { border-color: var(--act); background: var(--background); }
.drop .button { max-width: 20rem; margin: 0 auto 12px; cursor: pointer; }
.drop .button.other { background: transparent; color: var(--act); }
.drop:focus-within .button { outline: 3px solid var(--act); outline-offset: 2px; }
.drop p { margin: 0; }
.people > li { padding: 16px 0; }
.review .who { margin-inline-end: 8px; }
.person { display: grid; grid-template-columns: 28px 1fr; gap: 0 12px; align-items: end; margin: 0; }
.person > div > input, .person > div > select { margin-bottom: 8px; }
.person > .who { align-self: center; }
.person > .order { margin-bottom: 8px; }
.person > :not(.who) { grid-column: 2; }
@media (min-width: 48rem) { .person { grid-template-columns: 28px 1fr 1fr 10rem auto; } .person > :not(.who, details) { grid-column: auto; } .person > details:not(.who) { grid-column: 2 / -1; } }
.person.brief > .who { grid-row: 1 / span 2; align-self: start; }
.person.brief > .part { grid-column: 2 / -1; margin: 0 0 4px; font-weight: 600; }
.person.brief > button { justify-self: start; margin: 0 0 8px; }
@media (min-width: 48rem) { .person > .join { grid-column: 2 / -1; } }
.step-needs { max-width: 26rem; margin: 0 0 8px; }
@media (min-width: 48rem) { .person.brief { grid-template-columns: 28px 1fr 1fr auto; } .person.brief > .part { grid-column: 2 / -1; } }
.who { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 12px; background: var(--who); color: #16202c; font-weight: 600; font-size: var(--small); vertical-align: middle; }
.segments { display: flex; flex-wrap: wrap; gap: 0 20px; align-items: center; }
.segments legend { float: inline-start; line-height: 44px; margin-inline-end: 12px; }
.who-0 { --who: #9db8ff; } .who-1 { --who: #ffc46b; } .who-2 { --who: #8fdcb0; } .who-3 { --who: #f2a6c9; }
.who-4 { --who: #c9b3ff; } .who-5 { --who: #8fd8e8; } .who-6 { --who: #d9d36a; } .who-7 { --who: #d6b89a; }
body:has(.steps):has(.editor) .screen.wide { max-width: 90rem; }
.editor { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
@media (min-width: 62rem) {
  .editor { grid-template-columns: 13rem 1fr 16rem; align-items: start; }
  .palette, .side { position: sticky; top: 8px; max-height: calc(100vh - 83px); overflow-y: auto; padding: 4px; margin: -4px; }
  .sheetwork { grid-area: 1 / 2; }
  .side > .tools { display: grid; grid-template-columns: repeat(4, auto); gap: 0; margin: 0; }
  .side > .tools > * { width: auto; margin: 0; padding: 4px; line-height: 1.2; }
  .side > .tools > :nth-child(n + 5) { grid-column: span 2; }
  .kinds button.row, .helps button.row { min-height: 36px; padding-block: 4px; }
  .helps { margin-bottom: 16px; }
  .helps p { margin: 4px 0; }
  .helps section > button { margin: 4px 0; }
}
@media (max-width: 61.99rem) {
  .editor { display: flex; flex-direction: column; gap: 0; }
  .palette, .side { display: contents; }
  .sheetwork { order: 1; }
  .kinds { display: flex; overflow-x: auto; position: sticky; top: 0; z-index: 3; background: var(--surface); border-bottom: 1px solid var(--line); }
  .kinds button.row { width: auto; flex: none; }
  .palette > p { margin: 0; }
  .palette > fieldset, .helps, .side > .tools { display: flex; gap: 0 8px; align-items: center; margin: 0; }
  .palette > fieldset, .side > .tools { overflow-x: auto; flex-wrap: nowrap; }
  .palette > fieldset > *, .side > .tools > * { flex: none; width: auto; margin: 0; }
  .palette > fieldset > legend { float: inline-start; }
  .helps { flex-wrap: wrap; }
  .helps > section { display: contents; }
  .helps > button, .helps > section > button { flex: none; width: auto; margin: 0; }
  .helps p { flex: 1 1 100%; margin: 0; }
  .helps p:empty { display: none; }
  .palette button:focus-visible, .side > .tools > button:focus-visible { outline-offset: -3px; }
  html:has(.editor) { scroll-padding-top: 56px; }
  .aside { order: 2; }
  .aside:has(.properties) { position: sticky; bottom: 63px; z-index: 2; max-height: 30vh; overflow-y: auto; background: var(--surface); box-shadow: var(--lift); border-top: 1px solid var(--line); padding: 0 4px; }
  html:has(.properties) { scroll-padding-bottom: calc(30vh + 88px); }
  .others { bottom: 72px; max-height: 148px; overflow-y: auto; }
  body:has(.others > *) { padding-bottom: 232px; }
  body:has(.others > *) .aside:has(.properties) { bottom: 228px; }
  html:has(.others > *) { scroll-padding-bottom: 232px; }
  html:has(.properties):has(.others > *) { scroll-padding-bottom: calc(30vh + 232px); }
}
.tools [aria-pressed=true] { background: var(--act); color: var(--on-act); }
.kinds svg, .box svg, .aside li svg { flex: none; width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.kinds [aria-pressed=true] { background: var(--act); color: var(--on-act); }
.chip { display: flex; gap: 8px; align-items: center; min-height: 36px; font-weight: 400; border-inline-start: 6px solid var(--who); padding-inline-start: 8px; margin: 0 0 4px; }
.chip input { width: 20px; min-height: 0; height: 20px; margin: 0; flex: none; accent-color: var(--act); }
.tools { display: flex; flex-wrap: wrap; align-items: center; }
.sheetwork { min-width: 0; }
.pages { direction: ltr; overflow-x: auto; touch-action: pan-x pan-y; }
.page { position: relative; background: #ffffff; color: #16202c; border: 1px solid var(--line); margin: 0 0 12px; container-type: inline-size; overflow: hidden; }
.place { position: absolute; inset: 0; }
.placing .page { cursor: crosshair; }
.place > img { display: block; width: 100%; height: 100%; user-select: none; }
.place > .text { position: absolute; inset: 0; overflow: hidden; color: transparent; forced-color-adjust: none; text-align: start; pointer-events: none; }
.text > p { margin: 0; }
.text span { position: absolute; white-space: pre; line-height: 1.1; transform-origin: 0 100%; }
.place > p { padding: 16px; }
.box { position: absolute; }
.box.proposed { min-height: 0; padding: 0; border: 2px dashed #1d4ed8; border-radius: 2px; background: rgba(29, 78, 216, .08); }
.box.proposed::after { content: ""; position: absolute; inset: 50%; width: 24px; height: 24px; translate: -50% -50%; }
.box > button { display: flex; gap: 4px; align-items: center; position: absolute; inset: 0; min-height: 0; padding: 0 3px; overflow: hidden; border: 1px solid rgba(22, 32, 44, .55); border-radius: 2px; background: color-mix(in srgb, var(--who) 55%, transparent); color: #16202c; font-size: 12px; font-weight: 500; line-height: 1; text-align: start; touch-action: none; cursor: grab; }
.box > button span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.box svg { width: 12px; height: 12px; }
.box.selected > button { outline: 2px solid #1d4ed8; outline-offset: 1px; background: color-mix(in srgb, var(--who) 75%, transparent); }
.box > button::after { content: ""; position: absolute; inset: 50%; width: 24px; height: 24px; translate: -50% -50%; }
.guide { position: absolute; left: 0; right: 0; bottom: 0; border-top: 1px dashed #b4156e; pointer-events: none; z-index: 1; translate: 0 20px; will-change: translate; }
.guide.across { right: auto; top: 0; border: 0; border-left: 1px dashed #b4156e; translate: -20px 0; }
.keys > div { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: 12px; padding: 6px 0; }
kbd { font: inherit; direction: ltr; unicode-bidi: isolate; white-space: nowrap; }
.helps > .row svg { flex: none; width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.review .list a { color: var(--act); font-weight: 600; }
.review .other + p { margin-bottom: 16px; }
.review > .main { margin-top: 24px; }
.rules { border-top: 1px solid var(--line); margin-top: 12px; padding-top: 4px; }
.rules h3 { margin: 8px 0 4px; }
.rules fieldset { border: 1px solid var(--line); border-radius: var(--round); padding: 0 12px 8px; margin: 0 0 12px; min-width: 0; }
.rules legend { padding: 0 4px; font-weight: 600; }
.rules select, .rules input { margin-bottom: 8px; }
.rules pre { margin: 0 0 8px; max-height: 12rem; overflow: auto; font-size: var(--small); white-space: pre-wrap; overflow-wrap: anywhere; direction: ltr; text-align: start; }
.rule-part { border-inline-start: 3px solid var(--line); padding-inline-start: 8px; margin-bottom: 8px; }
.rule-words { margin: 0 0 8px; overflow-wrap: anywhere; }
.box .ruled { margin-inline-start: auto; flex: none; }
.grip { position: absolute; inset-inline-end: -8px; bottom: -8px; width: 16px; height: 16px; border-radius: 8px; background: #1d4ed8; border: 2px solid #ffffff; touch-action: none; cursor: nwse-resize; }
.grip::after { content: ""; position: absolute; inset: 0 -8px -8px 0; }
@media (pointer: coarse) { .grip::after { inset: 0 -20px -20px 0; } }
`;
