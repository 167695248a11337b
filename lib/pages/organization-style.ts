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
.copied button.other { margin: 0; }
.entries > li { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
.entries > li > .who { flex: 1 1 14rem; min-width: 0; }
.entries > li > .what { flex: 1 1 12rem; min-width: 0; }
.entries .acts > button, .entries > li > button { width: auto; margin: 0; }
@media (min-width: 48rem) {
nav.sections { float: left; width: 13rem; margin: 0; }
[dir=rtl] nav.sections { float: right; }
nav.sections > button { display: none; }
nav.sections > div { display: block; padding: 0; }
nav.sections a { min-height: 36px; }
}
`;
