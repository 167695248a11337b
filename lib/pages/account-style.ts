import { APPLICATION_STYLE } from './application-style.ts';

/** Style of the pages around signing, beside that of all pages. */
export const ACCOUNT_STYLE = `${APPLICATION_STYLE}
body { padding: 12px 8px; }
.screen:not(.wide) { width: calc(100% - 16px); margin-block: calc(clamp(16px, 8vh, 96px) - 12px) 20px; }
.screen.wide { max-width: 44rem; padding-bottom: 24px; }
.screen.wide > section { margin: 24px 0 0; }
nav.row { border-bottom: 1px solid var(--line); margin: -12px -8px 16px; padding: 0 0 8px; }
nav.places { flex-wrap: wrap; gap: 4px; justify-content: flex-start; }
nav.places > :last-child { margin-inline-start: auto; }
@media (max-width: 30rem) { nav.places { gap: 0; } nav.places > .quiet { padding: 8px 6px; font-size: var(--small); } }
nav.places [aria-current] { color: var(--ink); box-shadow: inset 0 -3px var(--act); border-radius: 0; }
a.quiet { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 12px; font-weight: 600; text-decoration: none; }
.screen.listing { max-width: 72rem; }
.begin button { width: auto; margin: 0 0 12px; }
.tabs { display: flex; gap: 4px; overflow-x: auto; border-bottom: 1px solid var(--line); margin: 0 0 16px; scrollbar-width: thin; }
.tabs a { display: flex; gap: 8px; align-items: center; flex: none; min-height: var(--target); padding: 8px 12px; border-bottom: 3px solid transparent; color: var(--ink); text-decoration: none; white-space: nowrap; }
.tabs a:focus-visible { outline-offset: -3px; }
.tabs a[aria-current] { border-color: var(--act); color: var(--act); }
.count { background: var(--background); color: var(--ink); border-radius: 999px; padding: 0 8px; font-size: var(--small); font-weight: 600; font-variant-numeric: tabular-nums; }
.filters { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: flex-start; }
.filters > input { flex: 1 1 16rem; margin: 0 0 12px; }
.filters > details { flex: 0 1 auto; }
.filters > details[open] { flex: 1 1 100%; }
.several > p:empty { display: none; }
.several > .acts { position: sticky; top: 0; align-items: center; background: var(--surface); padding: 0 0 12px; z-index: 1; }
.several > .acts > p { margin: 8px 0 0; font-weight: 600; }
.several > .acts > .quiet { margin: 8px 0 0; }
.rows > li { position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 12px; align-items: center; min-height: 56px; }
.rows > li > .name { grid-column: 2; min-height: 24px; font-weight: 600; text-decoration: none; }
.rows > li > .name:hover { text-decoration: underline; }
.rows > li > .progress { grid-column: 2; grid-row: 2; }
.rows > li > .badge { grid-column: 2; grid-row: 4; justify-self: start; padding: 0 10px; border: 1px solid currentColor; border-radius: 999px; font-size: var(--small); }
.badge.complete { color: var(--good); }
.badge.declined, .badge.canceled { color: var(--bad); }
.rows > li > time { grid-column: 2; grid-row: 3; }
.rows .choice { grid-column: 1; grid-row: 1 / span 4; display: grid; place-items: center; width: 44px; height: 44px; margin: 0; margin-inline-start: -10px; }
.rows .choice input { width: 24px; height: 24px; min-height: 0; margin: 0; accent-color: var(--act); }
.rows > li:hover { background: var(--background); }
.rows > .skeleton { background: linear-gradient(var(--background), var(--background)) 0 50% / 40% 12px no-repeat; }
.count { min-width: 3em; text-align: center; }
.count.waits { visibility: hidden; }
p.brand.waits { width: 8rem; height: 24px; background: var(--background); border-radius: var(--round); }
.steps.waits { height: 53px; border-bottom: 1px solid var(--line); margin: 0 0 20px; }
body:has(.steps.waits) .screen.wide { max-width: 60rem; }
.screen:has(> [role=alert]) .skeleton { visibility: hidden; }
.empty { padding: 32px 0; text-align: center; }
.empty .other { width: auto; margin-inline: auto; }
.keys > div { display: flex; gap: 16px; }
.keys dt { flex: none; width: 4rem; }
kbd { font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; padding: 2px 8px; }
button.star { min-width: 44px; padding: 0; font-size: 1.25rem; line-height: 1; }
.rows.templates > li { grid-template-columns: 44px minmax(0, 1fr); }
.rows.templates > li > .star { grid-column: 1; grid-row: 1; }
.rows.templates > li > .used, .rows.templates > li > .last, .rows.templates > li > .acts { grid-column: 2; }
.rows.templates .acts > button.other, .rows.templates .acts > .quiet { margin: 0; width: auto; }
.filters > .check { margin: 0; }
.screen.parted { max-width: 60rem; display: flow-root; }
.part > section { border-top: 1px solid var(--line); padding: 20px 0 4px; margin: 20px 0 0; }
.part > section:first-child { border: 0; padding-top: 0; margin-top: 0; }
.part h2 { margin: 0 0 12px; }
.parted #error { position: sticky; inset-block-end: 8px; background: var(--surface); border: 1px solid var(--bad); border-radius: var(--round); padding: 12px 16px; }
.part form, .part section > p, .part > p, .part .ink { max-width: 36rem; }
.part :is(form, section) > button, .part > button { width: auto; min-width: 12rem; }
.part .acts > .button, .part label.button { width: fit-content; }
.part .acts > .button { margin: 8px 0 0; }
.part > button.other { margin: 16px 0; }
p.done { color: var(--good); font-weight: 600; margin: 12px 0; }
p.done:empty { margin: 0; }
.things { margin: 0 0 16px; }
.things > li { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between; }
.things > li > div:first-child { flex: 1 1 12rem; min-width: 0; }
.things .badge { padding: 0 10px; border: 1px solid currentColor; border-radius: 999px; font-size: var(--small); }
.things button.other { width: auto; margin: 0; }
.things a { display: inline-block; min-height: 24px; }
.portrait { display: block; width: 96px; height: 96px; object-fit: cover; border-radius: 50%; border: 1px solid var(--line); margin: 0 0 16px; }
.qr { display: block; width: min(100%, 14rem); margin: 0 auto 16px; background: #ffffff; fill: #000000; border-radius: var(--round); shape-rendering: crispEdges; }
.key, .codes { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
.codes { list-style: none; display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 0 0 16px; padding: 12px; border: 1px solid var(--line); border-radius: var(--round); text-align: center; }
dialog .done + button { margin-top: 12px; }
.part .ink, dialog > .ink { background: #ffffff; color: #16202c; border: 1px solid var(--edge); border-radius: var(--round); margin: 0 0 16px; padding: 8px; }
.ink img { display: block; max-width: 100%; max-height: 120px; }
.ink.draw { display: block; width: 100%; height: clamp(120px, 40vh, 360px); padding: 0; touch-action: none; }
.ink.draw path { fill: #16202c; }
nav.parts { display: flex; gap: 4px; overflow-x: auto; border-bottom: 1px solid var(--line); margin: 0 0 16px; scrollbar-width: thin; }
nav.parts a { flex: none; display: flex; align-items: center; min-height: var(--target); padding: 8px 12px; border-bottom: 3px solid transparent; color: var(--ink); text-decoration: none; }
nav.parts a:hover { background: var(--background); }
nav.parts a:focus-visible { outline-offset: -3px; }
nav.parts a[aria-current] { border-color: var(--act); color: var(--act); font-weight: 600; }
@media (min-width: 48rem) {
nav.parts { float: left; width: 13rem; flex-direction: column; border: 0; margin: 0; }
[dir=rtl] nav.parts { float: right; }
nav.parts a { border: 0; border-radius: var(--round); }
nav.parts a[aria-current] { background: var(--own); }
.screen.parted > :not(nav), .parted > #error { margin-left: 15rem; }
[dir=rtl] .screen.parted > :not(nav), [dir=rtl] .parted > #error { margin-left: 0; margin-right: 15rem; }
.rows.templates > li { grid-template-columns: 44px minmax(10rem, 5fr) minmax(10rem, 4fr) 10rem 13rem; }
.rows.templates > li > .used { grid-column: 3; grid-row: 1; }
.rows.templates > li > .last { grid-column: 4; grid-row: 1; }
.rows.templates > li > .acts { grid-column: 5; grid-row: 1; justify-content: flex-end; }
.listing { position: relative; }
.begin { position: absolute; inset-block-start: 76px; inset-inline-end: 20px; }
.rows > li { grid-template-columns: auto minmax(10rem, 5fr) minmax(12rem, 4fr) 8rem 10rem; }
.rows > li > .progress { grid-column: 3; grid-row: 1; }
.rows > li > .badge { grid-column: 4; grid-row: 1; margin: 0; }
.rows > li > time { grid-column: 5; grid-row: 1; text-align: end; }
.rows .choice { grid-row: 1; }
}
.state { font-weight: 600; }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { border-top: 1px solid var(--line); padding: 12px 0; }
.list > li > a { display: inline-block; min-height: 24px; font-weight: 600; }
.list p { margin: 0; }
.list .quote { margin: 8px 0 0; }
.badge { color: var(--soft); white-space: nowrap; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
.acts > button.other { width: auto; flex: 0 1 auto; margin: 8px 0 0; }
section > button.other { margin: 12px 0 0; }
.screen.wide > button.other { margin: 24px 0 0; }
.timeline { list-style: none; margin: 0; padding: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line); }
.timeline li { padding: 4px 0; }
.timeline time { display: block; }
time { color: var(--soft); font-size: .9rem; white-space: nowrap; }
`;
