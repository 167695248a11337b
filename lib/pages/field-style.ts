/** Style of fields on pages and in the list. Paper stays white in dark mode, and so does what stands on it. */
export const FIELD_STYLE = `
.fields ol { list-style: none; margin: 0; padding-inline-start: 1.8rem; }
.fields li { position: relative; }
.fields li::before { content: counter(list-item) "."; position: absolute; inset-inline-start: -1.8rem; color: var(--soft); font-size: .875rem; line-height: 1.7; font-variant-numeric: tabular-nums; }
.fields .check, .fields .sign-here { margin-top: -8px; }
.fields h2 { margin: 20px 0 4px; font-size: 1rem; color: var(--soft); }
.fields li { padding: 16px 0; border-top: 1px solid var(--line); }
.fields li.lit { background: linear-gradient(var(--due-edge), var(--due-edge)) no-repeat; background-size: 4px 100%; padding-inline-start: 12px; }
[dir=rtl] .fields li.lit { background-position: 100% 0; }
.fields .field > * { margin-bottom: 4px; }
.fields .bad:empty { margin: 0; }
.hands .check { margin: 0 0 8px; }
.hands .check > span { flex: 1; min-width: 0; background: #ffffff; border: 1px solid var(--edge); border-radius: 8px; padding: 8px; }
.hands .check img { display: block; max-width: 100%; height: 44px; object-fit: contain; object-position: left; }
.ruler { position: absolute; inset: 0 0 auto; height: 0; }
.mark, .spot { position: absolute; color: #16202c; color-scheme: light; font: 12px/1.2 "DejaVu Sans", Verdana, system-ui, sans-serif; }
.mark img, .spot img { display: block; width: 100%; height: 100%; object-fit: contain; }
.mark[data-own] > * { background: #ffffff; }
.stamped { display: flex; align-items: center; height: 100%; padding: 0 1px; overflow: hidden; white-space: pre; unicode-bidi: plaintext; text-align: start; }
.stamped.lines { display: block; white-space: pre-wrap; }
.spot { --field-edge: #1d4ed8; --field-fill: #ecf1fe; }
.spot.due { --field-edge: var(--due-edge); --field-fill: var(--due); }
.spot.bad { --field-edge: #b42318; --field-fill: #fdecea; color: #b42318; }
.spot > button, .spot > input, .spot > textarea, .spot > select { position: absolute; inset: min(0px, (100% - 24px) / 2); width: max(100%, 24px); height: max(100%, 24px); min-height: 0; margin: 0; padding: 0; border: 0; border-radius: 2px; box-shadow: 0 0 0 1px var(--field-edge); background: var(--field-fill); color: #16202c; font: inherit; line-height: 1.2; text-align: start; unicode-bidi: plaintext; }
.spot > textarea { resize: none; line-height: 1.2; }
.spot > select { appearance: auto; }
.spot > ::placeholder { color: #3a4657; opacity: 1; font-size: 12px; }
.spot > button { overflow: hidden; font-weight: 400; }
.spot.box > input { opacity: 0; cursor: pointer; }
.spot.tight > button, .spot.tight > input, .spot.tight > textarea, .spot.tight > select { inset: 0; width: 100%; height: 100%; }
.far { --field-edge: #1d4ed8; --field-fill: #ecf1fe; background: var(--field-fill); box-shadow: 0 0 0 1px var(--field-edge); }
.far.due { --field-edge: var(--due-edge); --field-fill: var(--due); }
.far.bad { --field-edge: #b42318; --field-fill: #fdecea; }
.crowd { position: absolute; display: flex; align-items: center; justify-content: center; min-height: 0; margin: 0; padding: 0; background: transparent; color: #ffffff; border: 1px dashed #1d4ed8; border-radius: 4px; color-scheme: light; }
.crowd.due { border-color: var(--due-edge); }
.crowd b { padding: 2px 10px; border-radius: 12px; background: #1d4ed8; font: 700 13px/20px system-ui, sans-serif; white-space: nowrap; pointer-events: none; }
.crowd.due b { background: var(--due-edge); }
.tick { display: block; width: 100%; height: 100%; fill: #16202c; }
.tick path { fill: none; stroke: #16202c; stroke-width: 11; stroke-linecap: round; stroke-linejoin: round; }
.tick.edge { position: absolute; inset: min(0px, (100% - 16px) / 2); width: max(100%, 16px); height: max(100%, 16px); }
.rim { fill: var(--field-fill); stroke: var(--field-edge); stroke-width: 8; }
.due > .tick .rim { fill: #fff3c4; }
.hint { display: flex; align-items: center; gap: 4px; padding: 0 4px; white-space: nowrap; overflow: hidden; }
.sign { display: flex; align-items: center; justify-content: center; gap: 1px; height: 100%; overflow: hidden; pointer-events: none; }
.sign { white-space: nowrap; }
.sign b { font: 700 11px/1 system-ui, sans-serif; }
.kind { flex: none; width: 12px; height: 12px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.typed > .sign { position: absolute; inset: 0; display: none; }
.typed > :placeholder-shown:not(:focus) ~ .sign { display: flex; }
.over { position: absolute; inset: 0; display: flex; align-items: center; padding: 0 3px; overflow: hidden; white-space: pre; unicode-bidi: plaintext; pointer-events: none; }
.over > .sign { flex: 1; }
.spot:not(:focus-within) > input[type=date] { color: transparent; }
.spot:not(:focus-within) > input[type=date]::-webkit-calendar-picker-indicator { opacity: 0; }
.spot:focus-within > .over { display: none; }
.caption { position: absolute; color: #16202c; font-size: 12px; line-height: 15px; white-space: nowrap; pointer-events: none; }
.caption.right { left: calc(max(100%, 50% + 8px) + 5px); top: calc(50% - 7.5px); }
.caption.left { right: calc(max(100%, 50% + 8px) + 5px); top: calc(50% - 7.5px); }
.caption.above { left: 0; bottom: calc(max(100%, 50% + 8px) + 2px); }
.tip, .fault { position: absolute; left: 0; bottom: calc(100% + 4px); z-index: 3; margin: 0; padding: 2px 6px; border-radius: 4px; width: max-content; max-width: min(16rem, 60cqw); font-size: 12px; line-height: 1.3; pointer-events: none; }
.tip { display: none; background: #16202c; color: #ffffff; }
.fault { background: #ffffff; color: #b42318; border: 1px solid #b42318; top: calc(100% + 4px); bottom: auto; }
.fault:empty { display: none; }
.end > .tip, .end > .fault { left: auto; right: 0; }
.low > .tip { top: calc(100% + 4px); bottom: auto; }
.spot:focus-within, .spot.lit { z-index: 2; }
.spot:focus-within > .tip, .spot.lit > .tip { display: block; }
.spot > :focus-visible, .spot.box:focus-within > .tick, .spot.lit > :first-child, .spot > :focus { outline: 3px solid #1d4ed8; outline-offset: 2px; }
.spot.box > input:focus { outline: none; }
@media (prefers-reduced-motion: no-preference) {
  .place.lit, .spot.lit > :first-child { animation: lit .5s 3 alternate; }
  @keyframes lit { to { outline-offset: 7px; outline-color: var(--due-edge); } }
}
.place { position: absolute; border-radius: 2px; outline: 2px solid #1d4ed8; outline-offset: 2px; pointer-events: none; }
.place.none { outline: 1px dashed #7b8896; }
.place.due { outline-color: #8a6100; }
.place.lit, .place:focus { outline: 4px solid #1d4ed8; }
@media (forced-colors: active) { .rim { stroke: ButtonText; } .tick path { stroke: ButtonText; } .tick circle:not(.rim) { fill: ButtonText; } }
`;
