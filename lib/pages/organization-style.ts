/** Style of the organization's room, beside that of the pages around signing. */
export const ORGANIZATION_STYLE = `
nav.sections { margin: 0 0 16px; }
nav.sections > button { text-align: start; margin: 0; }
nav.sections > button::after { content: "\\25be"; float: inline-end; }
nav.sections > div { display: none; padding: 8px 0; }
nav.sections > .open { display: block; }
nav.sections h2 { font-size: var(--small); color: var(--soft); margin: 12px 0 0; padding: 0 12px; }
nav.sections ul { list-style: none; margin: 0; padding: 0; }
nav.sections a { display: flex; align-items: center; min-height: var(--target); padding: 8px 12px; border-radius: var(--round); color: var(--ink); text-decoration: none; }
nav.sections a:hover { background: var(--background); }
nav.sections a[aria-current] { background: var(--background); font-weight: 600; box-shadow: inset 3px 0 var(--act); }
[dir=rtl] nav.sections a[aria-current] { box-shadow: inset -3px 0 var(--act); }
.section > .about { color: var(--soft); }
.section > section { margin: 24px 0 0; }
.section .list > li { padding: 12px 4px; }
.section .list .name { font-weight: 600; }
.section .list .name + p { margin: 0; }
.notice { background: var(--background); border-radius: var(--round); padding: 8px 12px; margin: 0 0 16px; }
.settings { max-width: 40rem; }
.settings .save { justify-content: flex-start; gap: 16px; }
.settings .save > p { flex: 1 1 auto; margin: 0; }
.setting { margin: 0 0 8px; }
.setting > .soft { margin: 0 0 4px; }
.good { color: var(--good); }
.copied .row { flex-wrap: nowrap; }
.copied input { margin: 0; font-family: ui-monospace, monospace; }
.copied button.other { margin: 0; flex: none; width: auto; }
.tools { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: flex-start; }
.tools > search { flex: 1 1 14rem; }
.tools > button { width: auto; margin: 0 0 16px; }
.section .list fieldset { margin: 0; }
.section .records button { max-width: 100%; overflow-wrap: anywhere; white-space: normal; }
.choices .check { align-items: flex-start; padding: 8px 0; }
.entries > li { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
.entries > li > .entry-main { flex: 1 1 14rem; min-width: 0; }
.entries > li > .entry-more { flex: 1 1 12rem; min-width: 0; }
.entries .acts > button, .entries > li > button { width: auto; margin: 0; }
button.narrow { width: auto; }
.section > section + section { border-top: 1px solid var(--line); padding-top: 20px; }
.setting > .check + .soft { margin-inline-start: 36px; }
.setting > .check { margin-bottom: 0; }
.settings form > button.other { width: auto; }
.with-preview + section { margin-top: 32px; border-top: 1px solid var(--line); padding-top: 20px; }
button.narrow + .list { margin-top: 16px; }
.entries > li > .which { flex: 1 1 14rem; min-width: 0; }
textarea.code { font-family: ui-monospace, monospace; font-size: var(--small); }
input.days { max-width: 9rem; }
.outlook { border-inline-start: 3px solid var(--act); padding-inline-start: 12px; }
.outlook:empty { display: none; }
.logo-place { display: flex; align-items: center; min-height: 64px; margin: 0 0 12px; padding: 12px; border: 1px dashed var(--edge); border-radius: var(--round); background: #ffffff; color: #16202c; }
.logo-place img { max-width: 100%; max-height: 80px; }
.logo-place p { color: #556270; margin: 0; }
.with-preview { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
.with-preview > div > section { margin: 24px 0 0; }
.previews > h3 { font-size: 1rem; margin: 16px 0 8px; }
.preview { border: 1px solid var(--line); border-radius: var(--round); overflow: hidden; }
.preview:empty { display: none; }
.preview > .mail { display: block; margin: 0; zoom: .75; }
.bubble { margin: 16px; padding: 12px 16px; background: var(--own); border-radius: var(--round-large); white-space: pre-wrap; }
.mock { border: 1px solid var(--line); border-radius: var(--round); overflow: hidden; background: var(--background); }
.mock-bar { display: flex; align-items: center; min-height: 40px; padding: 6px 12px; background: var(--surface); border-bottom: 1px solid var(--line); font-weight: 600; }
.mock-bar img { max-height: 28px; max-width: 60%; }
.mock-desk { display: grid; grid-template-columns: 3fr 2fr; gap: 12px; padding: 12px; }
.mock-paper { display: grid; gap: 8px; align-content: start; min-height: 7rem; padding: 16px; background: #ffffff; border: 1px solid var(--line); }
.mock-paper > i { height: 6px; border-radius: 3px; background: #d6dde5; }
.mock-paper > i:last-child { width: 60%; }
.mock-side { padding: 12px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); align-self: start; }
.mock-button { display: block; padding: 8px; border: 1px solid; border-radius: var(--round); font-weight: 600; text-align: center; }
.color { display: flex; gap: 8px; }
.color > [type=color] { flex: none; width: 64px; padding: 4px; }
.swatch { flex: none; width: 28px; height: 28px; border: 1px solid var(--edge); border-radius: 999px; background: var(--act); }
.records .copied .row { gap: 8px; }
.placeholders { border: 1px solid var(--line); border-radius: var(--round); margin: 0 0 16px; padding: 8px 16px; }
.placeholders > legend { font-weight: 600; padding: 0 4px; }
.section h2:focus { outline: none; }
.section .placeholders li { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 4px 0; border: 0; }
.placeholders button.other { width: auto; min-height: 36px; margin: 0; padding: 4px 12px; }
.own-text { color: var(--good); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 16px; }
.plot { border: 1px solid var(--line); border-radius: var(--round); padding: 16px; min-width: 0; }
.plot h2 { font-size: 1rem; margin: 0; }
.plot .figure { font-size: 1.75rem; line-height: 1.2; font-weight: 600; margin: 4px 0 0; font-variant-numeric: tabular-nums; }
.plot svg { display: block; width: 100%; height: 64px; }
.plot rect { fill: var(--act); }
.plot rect.none { fill: var(--line); }
[dir=rtl] .plot svg { transform: scaleX(-1); }
.plot .ends { display: flex; justify-content: space-between; gap: 8px; margin: 4px 0 0; }
.scrolls { overflow-x: auto; }
.section table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.section th, .section td { text-align: start; padding: 6px 8px; border-bottom: 1px solid var(--line); font-weight: 400; }
.section thead th { font-size: var(--small); color: var(--soft); }
.acts > button.main { width: auto; }
.settings + p, .plots + p { margin-top: 16px; }
.entries > li > .entry-more.acts { flex: 2 1 20rem; gap: 0; }
.effects > li { margin: 0 0 8px; }
.screen.parted:has(.with-preview) { max-width: 80rem; }
@media (min-width: 72rem) {
.with-preview { grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); align-items: start; }
.previews { position: sticky; top: 0; }
}
.entries > li > fieldset.acts { border: 0; margin: 0; padding: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: 0 8px; }
.entries > li > details { flex: 1 1 100%; }
.entries > li > details > summary { width: fit-content; padding: 4px 0; }
.entries .address { margin: 0; }
.entries .address, .entries code, .entries > li > details { overflow-wrap: anywhere; }
.among { max-height: 16rem; overflow-y: auto; }
.section .row.start { justify-content: flex-start; gap: 8px 16px; margin: 0 0 16px; }
.section .row.start > * { width: auto; margin: 0; }
@media (min-width: 48rem) {
nav.sections { float: left; width: 13rem; margin: 0; }
[dir=rtl] nav.sections { float: right; }
nav.sections > button { display: none; }
nav.sections > div { display: block; padding: 0; }
nav.sections a { min-height: 36px; }
}
`;
