import { Html } from './html.ts';

/** The reference page's style: system fonts, both colour schemes, one column on telephones. */
export const STYLE = new Html(`
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#dfe4ea;--paper:#fff;--shade:#f5f7f9;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ef;--soft:#9aa7b6;--line:#303a46;--paper:#12171d;--shade:#1b222a;--link:#7db8f5}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
code,pre{font:13.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
main{max-width:58rem;padding:2rem 1.25rem 6rem;margin:0 auto}
h1{font-size:1.9rem;line-height:1.2;margin:0}
h2{font-size:1.35rem;margin:3rem 0 .25rem}
h4{font-size:.85rem;margin:1.25rem 0 .4rem;color:var(--soft)}
p{margin:.4rem 0 .8rem;max-width:44rem}
small,.facts,.lead{color:var(--soft)}
small{font-size:.82rem}
nav{padding:1rem 1.25rem;border-bottom:1px solid var(--line);background:var(--shade)}
nav summary{font-weight:600}
nav ul{list-style:none;margin:.5rem 0 0;padding:0;columns:2}
nav li{padding:.15rem 0}
main details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0}
main summary{display:grid;grid-template-columns:3.6rem minmax(0,1.25fr) minmax(0,1fr);gap:.1rem .75rem;align-items:baseline;padding:.5rem .75rem;cursor:pointer;list-style:none}
main summary::-webkit-details-marker{display:none}
main summary:hover,main details[open]>summary{background:var(--shade)}
main summary span{color:var(--soft)}
#records summary{display:block}
summary b{font:600 12px/1.5 ui-monospace,Menlo,Consolas,monospace}
.get{color:#1a7f5a}.post{color:#0b5cad}.put,.patch{color:#a15c00}.delete{color:#b3261e}
@media(prefers-color-scheme:dark){.get{color:#5fd0a5}.post{color:#7db8f5}.put,.patch{color:#f0b45e}.delete{color:#ff8f86}}
.path{font-weight:600}
.body{padding:.25rem .75rem 1rem;border-top:1px solid var(--line)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;color:var(--soft);font-weight:500}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{white-space:nowrap}
td p{margin:0}
td:nth-child(2){overflow-wrap:anywhere;min-width:7rem}
td b{color:#b3261e}
pre{background:var(--shade);padding:.75rem;border-radius:6px;overflow-x:auto;white-space:pre-wrap}
.errors{list-style:none;margin:0;padding:0;font-size:.9rem}
.errors b{font-weight:600}
@media(max-width:999px){main summary{grid-template-columns:3.6rem minmax(0,1fr)}main summary span{grid-column:1/-1}}
@media(max-width:599px){thead{display:none}table,tbody,tr,td{display:block}tr{padding:.4rem 0;border-bottom:1px solid var(--line)}td{padding:0;border:0}td:empty{display:none}}
@media(min-width:1000px){
th:first-child{width:28%}th:nth-child(2){width:27%}
body{display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;border:0;border-right:1px solid var(--line);padding:2rem 1.25rem}
nav ul{columns:1}
main{width:100%;margin:0;padding-left:2.5rem}
}`);
