/** Style of the application's screens, sheets and forms, beside that of all pages. */
export const APPLICATION_STYLE = `
:root { --fill: var(--act); --on-fill: var(--on-act); }
main { max-width: none; min-width: 0; background: none; border: 0; padding: 0; }
.screen { max-width: 30rem; margin: 0 auto; background: var(--surface); border: 1px solid var(--line); border-radius: var(--round-large); padding: 24px 20px; box-shadow: var(--lift); }
.screen.wide { max-width: 60rem; padding-bottom: 0; }
body:has(.wide) { padding: 12px 8px; }
button, .button { background: var(--fill); color: var(--on-fill); border-color: var(--fill); }
button.other, .button.other { border-color: var(--edge); }
button.danger { background: var(--bad); color: var(--on-bad); border-color: var(--bad); }
button.row, .button.row { display: flex; flex-wrap: nowrap; justify-content: flex-start; gap: 12px; text-align: start; font-weight: 400; background: transparent; color: var(--ink); border-color: transparent; border-radius: var(--round); padding: 8px; margin: 0; }
button.row:hover:not(:disabled), .button.row:hover { background: var(--background); filter: none; }
button.row.bad { color: var(--bad); font-weight: 600; }
.pair { display: flex; flex-wrap: wrap; gap: 12px; }
.pair > * { flex: 1 1 9rem; width: auto; margin: 0; }
.icon { flex: none; width: 1.15em; height: 1.15em; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
summary { min-height: var(--target); display: flex; align-items: center; gap: 8px; cursor: pointer; color: var(--act); }
summary::before { content: "+"; } [open] > summary::before { content: "\\2212"; }
.button.other + button, button.other + button { margin-top: 12px; }
button.quiet { width: auto; min-width: 44px; background: transparent; color: var(--act); border-color: transparent; padding: 8px 12px; flex: none; }
.bad, button.bad { color: var(--bad); }
.at-input { margin: -12px 0 16px; font-weight: 600; }
[aria-invalid=true] { border-color: var(--bad); }
.logo { display: block; max-width: 200px; max-height: 56px; margin: 0 0 16px; }
.brand { margin: 0 0 12px; font-weight: 600; color: var(--soft); text-align: left; }
[dir=rtl] .brand { text-align: right; }
form + p { margin-top: 16px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: space-between; }
.screen:not(.wide) > .row { margin-bottom: 12px; }
.row > p, .row > h2 { margin: 0; flex: 1 1 8rem; }
.row > button:not(.quiet) { width: auto; flex: 0 1 auto; }
h2 { font-size: var(--large); line-height: 1.25; }
textarea { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 8px; padding: 10px 12px; margin: 0 0 16px; }
fieldset { border: 0; padding: 0; margin: 0 0 16px; min-width: 0; }
legend { font-weight: 600; padding: 0; margin: 0 0 4px; }
.check { display: flex; gap: 12px; align-items: center; min-height: 44px; font-weight: 400; margin: 0; }
.check + button, .check + label:not(.check), button + .check { margin-top: 12px; }
.check input { width: 24px; min-height: 0; height: 24px; flex: none; margin: 0; accent-color: var(--act); }
.own { padding: 0 4px; border-radius: 4px; background: var(--own); -webkit-box-decoration-break: clone; box-decoration-break: clone; unicode-bidi: isolate; }
.lines { white-space: pre-line; }
.quote { border-inline-start: 3px solid var(--line); padding-inline-start: 12px; white-space: pre-line; }
dl { margin: 0 0 16px; }
dl > div { border-top: 1px solid var(--line); padding: 10px 0; }
dt { font-weight: 600; }
dd { margin: 0; white-space: pre-line; }
dialog { width: min(100% - 16px, 32rem); max-width: none; max-height: calc(100% - 16px); color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; overflow-wrap: anywhere; }
dialog::backdrop { background: rgba(10, 16, 24, .6); }
dialog > .row { margin-bottom: 12px; }
input, textarea, output, dd, .lines, .quote { unicode-bidi: plaintext; text-align: start; }
[dir=rtl] input[list]::-webkit-calendar-picker-indicator { display: none !important; }
[dir=rtl] dd { text-align: right; }
`;
