/** The reference's style: system fonts, both colour schemes, one column on telephones, black on white on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#556070;--line:#dfe4ea;--edge:#7b8896;--background:#fff;--shade:#f5f7f9;--link:#0b5cad;--on-link:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ef;--soft:#9fabb9;--line:#303a46;--edge:#76859a;--background:#12171d;--shade:#1b222a;--link:#7db8f5;--on-link:#0b1220;--bad:#ff8f86}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:4.5rem}
body{margin:0;font:16px/1.55 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--background);overflow-wrap:anywhere}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus,h1:focus{outline:none}
code,pre,textarea{font:13.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.skip,.unseen{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;z-index:3;background:var(--background);padding:.5rem 1rem}
.top{position:sticky;top:0;z-index:2;display:flex;gap:1rem;align-items:center;min-height:3.5rem;padding:.4rem 1.25rem;background:var(--background);border-bottom:1px solid var(--line)}
.brand{font-weight:700;color:inherit;text-decoration:none;white-space:nowrap}
.top form{position:relative;flex:1;max-width:30rem;margin-left:auto}
input,select,textarea,button{font-family:inherit;font-size:1rem;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:6px;padding:.45rem .7rem;width:100%}
textarea{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13.5px;resize:vertical}
select option{color:#1c2430;background:#fff}
button{width:auto;font-weight:600;cursor:pointer;min-height:2.4rem}
button[type=submit]{background:var(--link);border-color:var(--link);color:var(--on-link);padding-inline:1.4rem}
button:disabled{opacity:.6;cursor:progress}
.found{position:absolute;inset:calc(100% + .3rem) 0 auto auto;width:min(34rem,calc(100vw - 2rem));max-height:70vh;overflow:auto;background:var(--background);border:1px solid var(--edge);border-radius:8px;box-shadow:0 8px 24px rgb(0 0 0/.25)}
.found ol{list-style:none;margin:0;padding:.3rem}
.found p{margin:.5rem .8rem}
.found a{display:block;padding:.4rem .6rem;border-radius:6px;text-decoration:none;color:inherit}
.found a:hover,.found a:focus{background:var(--shade)}
.found strong{color:var(--link)}
.found span{display:block;color:var(--soft);font-size:.85rem}
nav{padding:.75rem 1.25rem;border-bottom:1px solid var(--line);background:var(--shade)}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{margin:0 0 .5rem}
nav details ul{padding-left:.9rem}
nav a,nav summary,nav label{display:block;padding:.25rem 0;min-height:1.6rem}
nav a{color:inherit;text-decoration:none}
nav a:hover{text-decoration:underline}
nav a[aria-current]{color:var(--link);font-weight:600}
nav summary{cursor:pointer}
.group{display:block;margin:.75rem 0 .1rem;color:var(--soft);font-size:.85rem;font-weight:600}
#menu{position:absolute;opacity:0;width:1px;height:1px}
nav label{font-weight:600;cursor:pointer}
nav label::after{content:" +"}#menu:checked+label::after{content:" \\2212"}
#menu:focus-visible+label{outline:3px solid var(--link);outline-offset:2px}
#menu:not(:checked)~ul{display:none}
main{padding:1.5rem 1.25rem 5rem;min-width:0}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .4rem}
h2{font-size:1.15rem;margin:2.2rem 0 .5rem}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p{margin:.4rem 0 .9rem;max-width:44rem}
ul,ol{padding-left:1.3rem}main li{margin:.2rem 0;max-width:44rem}
small,.facts,.lead,.crumbs{color:var(--soft)}
small,.facts,.crumbs{font-size:.88rem}
.crumbs{margin:0 0 .3rem}
.route b{font:600 12.5px/1.5 ui-monospace,Menlo,Consolas,monospace}
.get{color:#1a7350}.post{color:#0b5cad}.put,.patch{color:#8a4f00}.delete{color:#b3261e}
@media(prefers-color-scheme:dark){.get{color:#5fd0a5}.post{color:#7db8f5}.put,.patch{color:#f0b45e}.delete{color:#ff8f86}}
.operations,.cards,.results{list-style:none;padding:0}
.operations li{border-top:1px solid var(--line);padding:.5rem 0;margin:0;max-width:none}
.operations .route{display:block;font-size:.9rem;color:var(--soft)}
.operations p{margin:.2rem 0}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:.75rem}
.cards li{border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem;margin:0}
.cards a{font-weight:600}.cards p{margin:.2rem 0 0;font-size:.9rem;color:var(--soft)}
.results p{margin:0;color:var(--soft)}
.wide{overflow-x:auto}.plain{overflow-wrap:normal}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;color:var(--soft);font-weight:500}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td p{margin:0}
td b,label b{color:var(--bad)}
pre{position:relative;background:var(--shade);border:1px solid var(--line);padding:.75rem;border-radius:6px;overflow-x:auto;white-space:pre;max-height:34rem}
.guide pre{max-height:none}
.copy{display:block;min-height:0;padding:.1rem .5rem;margin:-.3rem -.3rem .2rem auto;font-size:.8rem;background:var(--background);position:sticky;right:0}
.errors{list-style:none;margin:0;padding:0;font-size:.9rem}
.catalogue dt{margin-top:1rem;font-weight:600}.catalogue dd{margin:0}.catalogue p{margin:.2rem 0}
.record{border-top:1px solid var(--line)}
.members{margin:.4rem 0 .9rem}.members summary{cursor:pointer;color:var(--link);padding:.2rem 0}
.samples>input{position:absolute;opacity:0;width:1px;height:1px}
.samples>label{display:inline-block;padding:.2rem .6rem;margin:0 .2rem .4rem 0;border:1px solid var(--edge);border-radius:6px;font-size:.88rem;cursor:pointer}
.samples>input:checked+label{background:var(--link);border-color:var(--link);color:var(--on-link);font-weight:600}
.samples>input:focus-visible+label{outline:3px solid var(--link);outline-offset:2px}
.samples>pre{display:none;margin:0}
#in-curl:checked~.in-curl,#in-fetch:checked~.in-fetch,#in-sdk:checked~.in-sdk,#in-python:checked~.in-python{display:block}
.try label{display:block;margin:.7rem 0 .2rem;font-weight:600;font-size:.9rem}
.try button{margin-top:.9rem}
.answer pre{white-space:pre-wrap}
:target{scroll-margin-top:4.5rem}
dt:target,h2:target,li:target{background:var(--shade);outline:.3rem solid var(--shade)}
@media(max-width:599px){
.contract thead,.record thead{display:none}.contract table,.contract tbody,.contract tr,.contract td,.record table,.record tbody,.record tr,.record td{display:block}
.contract tr,.record tr{padding:.4rem 0;border-bottom:1px solid var(--line)}.contract td,.record td{padding:0;border:0}
h1{font-size:1.5rem}
}
@media(min-width:1000px){
body{display:grid;grid-template:auto 1fr/16rem minmax(0,1fr)}
.top{grid-column:1/-1}
nav{position:sticky;top:3.5rem;height:calc(100vh - 3.5rem);overflow:auto;border:0;border-right:1px solid var(--line);padding:1rem 1.25rem 3rem;font-size:.93rem}
nav>label,#menu{display:none}
#menu:not(:checked)~ul{display:block}
main{padding:2rem 2.5rem 6rem;max-width:64rem}
.contract td:first-child{white-space:nowrap}
th:first-child{width:28%}th:nth-child(2){width:25%}.plain th{width:auto}
}
@media(min-width:1400px){
main:has(.operation){max-width:none}
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,min(40rem,45%));gap:0 3rem}
.operation>header{grid-column:1/-1}
.operation .aside{grid-column:2;grid-row:2;position:sticky;top:4.5rem;align-self:start;max-height:calc(100vh - 5rem);overflow:auto;padding:0 .5rem}
.operation .contract{grid-column:1;grid-row:2}
.aside h2,.contract>h2:first-child{margin-top:.5rem}
}
@media print{
:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--background:#fff;--shade:#fff;--link:#000}
nav,.top,.try,.skip,.copy,.samples>label{display:none!important}
body{display:block;font-size:10.5pt}
main{padding:0;max-width:none}
pre{white-space:pre-wrap;max-height:none;break-inside:avoid}.answers pre{break-inside:auto}
p,main li{max-width:none}.members:not([open]){display:none}
h1,h2,h3{break-after:avoid}tr,li{break-inside:avoid}
}`;
