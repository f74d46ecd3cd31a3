/* The look of a page. The colours are Okabe and Ito's (2008), which the colour-blind can tell
 * apart, made lighter or darker where text would be hard to read. */
#include "report.h"

const char *const report_style[] = {
    ":root{color-scheme:light dark;"
    "--ground:#fbfcfd;--box:#ffffff;--ink:#1b2733;--soft:#566573;--line:#d5dce3;--shade:#eef2f5;"
    "--link:#00568f;--good:#00795a;--bad:#b84a00;--active:#0067a3;--waiting:#6b7885;--idle:#6b7885}"
    "\n",
    "@media(prefers-color-scheme:dark){:root{"
    "--ground:#11181f;--box:#18212a;--ink:#e3e9ee;--soft:#9fadb9;--line:#33414d;--shade:#202b35;"
    "--link:#7cc4f4;--good:#35c79b;--bad:#ff9147;--active:#63b8ee;--waiting:#93a1ad;--idle:#93a1ad}"
    "}\n",
    "*{box-sizing:border-box}\n", "html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}\n",
    "body{margin:0;background:var(--ground);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\n",
    "main{max-width:72rem;margin:0 auto;padding:1rem}\n",
    "h1{font-size:1.7rem;line-height:1.2;margin:.6rem 0 .4rem}\n",
    "h2{font-size:1.3rem;margin:2.4rem 0 .6rem;padding-top:.6rem;border-top:1px solid "
    "var(--line)}\n",
    "h3{font-size:1.05rem;margin:1.6rem 0 .5rem}\n",
    "h1,h2,h3,p,figcaption,summary,.alert,.fact{overflow-wrap:anywhere}\n",
    "p{margin:.5rem 0;max-width:54rem}\n", "a{color:var(--link)}\n",
    ".box{overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--box);"
    "margin:.7rem 0}\n",
    "table{border-collapse:collapse;width:max-content;min-width:100%;font-size:.92rem;font-variant-"
    "numeric:tabular-nums}"
    "\n",
    "caption{text-align:left;padding:.55rem .7rem;font-weight:600;border-bottom:1px solid "
    "var(--line)}\n",
    "th,td{padding:.36rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid "
    "var(--line);max-width:20rem;overflow-wrap:break-word}\n",
    "th{background:var(--shade);font-weight:600;white-space:nowrap;"
    "vertical-align:bottom}\n",
    "tbody tr:last-child td{border-bottom:0}\n", ".n{text-align:right;white-space:nowrap}\n",
    "td.s{white-space:nowrap}\n",
    ".plain,.t{color:inherit}.good{color:var(--good)}.bad{color:var(--bad)}"
    ".active{color:var(--active)}.waiting{color:var(--waiting)}.idle{color:var(--idle)}\n",
    ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;"
    "margin:1rem 0;padding:0}\n",
    ".fact{border:1px solid var(--line);border-radius:6px;background:var(--box);padding:.6rem "
    ".8rem}\n",
    ".fact b{display:block;font-size:1.2rem;line-height:1.3;font-variant-numeric:tabular-nums}\n",
    ".fact span{color:var(--soft);font-size:.85rem}\n",
    ".alert{border:1px solid var(--line);border-left:5px solid currentColor;border-radius:6px;"
    "background:var(--box);padding:.6rem .8rem;margin:.8rem 0}\n",
    ".alert span{color:var(--ink)}\n",
    "pre{overflow:auto;max-height:28rem;border:1px solid var(--line);border-radius:6px;"
    "background:var(--shade);padding:.7rem;font:13px/1.45 ui-monospace,'DejaVu Sans "
    "Mono',Menlo,Consolas,monospace;"
    "margin:.6rem 0;white-space:pre}\n",
    "details{margin:.6rem 0}\nsummary{cursor:pointer;padding:.3rem 0;font-weight:600}\n",
    "figure{margin:.7rem 0;border:1px solid var(--line);border-radius:6px;background:var(--box);"
    "padding:.7rem;min-width:0}\n",
    "figcaption{color:var(--soft);font-size:.88rem;margin-top:.4rem}\n",
    "figcaption.head{color:var(--ink);font-weight:600;font-size:.95rem;margin:0 0 .5rem}\n",
    "img,video{display:block;max-width:100%;height:auto;margin:0 auto;background:#fff;"
    "border-radius:3px}\n",
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));"
    "align-items:start;"
    "gap:.7rem;margin:.7rem 0}\n.figures figure{margin:0;max-width:52rem}\n",
    "svg{display:block;width:100%;overflow:hidden}\n",
    "svg text{fill:var(--ink);font-size:13px;font-family:inherit}\n",
    "svg .soft{fill:var(--soft);font-size:12px}\n",
    "svg .grid{stroke:var(--line);stroke-width:1}\n",
    "svg .plain{fill:var(--soft)}svg .good{fill:var(--good)}svg .bad{fill:var(--bad)}"
    "svg .active{fill:var(--active)}svg .waiting{fill:var(--line)}svg .idle{fill:var(--idle)}\n",
    "svg .hatch{stroke:var(--box);stroke-width:2}\n",
    ".frames{display:grid}.frames>img{grid-area:1/1;visibility:hidden}\n",
    ".film input[type=radio]{margin:.2rem .1rem;accent-color:var(--active)}"
    ".film .play{margin-left:.8rem}.film label{font-size:.88rem;color:var(--soft)}\n",
    ".series{display:grid;grid-template-columns:3.4rem 1fr;margin:.3rem 0}"
    ".series svg{overflow:visible}.series .lines{grid-column:2}\n",
    ".series path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;"
    "stroke-linejoin:round}\n",
    ".c0{stroke:var(--active);color:var(--active)}.c1{stroke:var(--bad);color:var(--bad)}"
    ".c2{stroke:var(--good);color:var(--good)}.c3{stroke:var(--soft);color:var(--soft)}\n",
    ".key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:0 0 .3rem;padding:0;"
    "font-size:.88rem}.key span{font-weight:700}\n",
    ".chips{display:flex;flex-wrap:wrap;gap:.35rem;margin:.5rem 0}"
    ".chips a{border:1px solid var(--line);border-radius:1rem;background:var(--box);"
    "padding:.1rem .7rem;font-size:.88rem;text-decoration:none}\n",
    ".plan{border:1px solid var(--line);border-radius:6px;background:var(--box);height:auto;"
    "max-width:30rem}"
    "svg .land{fill:var(--line)}svg .sea{fill:var(--active)}"
    ".plan circle{fill:var(--ink);stroke:var(--box);stroke-width:2}"
    ".plan a:hover text,.plan a:focus text{text-decoration:underline}"
    ".plan a text{font-size:12px;font-weight:600;paint-order:stroke;stroke:var(--box);"
    "stroke-width:3px;stroke-linejoin:round}\n",
    ".part{scroll-margin-top:.6rem}.part h3{margin-top:.5rem}\n",
    "@media screen{.parts:not(:has(.part:target)):not(:target) .part~.part,"
    ".parts:has(.part:target) .part:not(:target){display:none}}\n",
    /* On wide screens the titles of numeric columns wrap, so that wide tables fit; a phone scrolls.
     */
    "@media(min-width:60rem){table{width:100%}th.n{white-space:normal}"
    ".wide{font-size:.8rem}.wide th,.wide td{padding:.3rem .36rem}"
    ".beside{display:grid;grid-template-columns:22rem 1fr;gap:1.2rem;align-items:start}"
    ".beside>*{min-width:0}.beside>.where{position:sticky;top:.6rem}}\n",
    "@media(max-width:30rem){main{padding:.7rem}h1{font-size:1.4rem}.facts{grid-template-columns:"
    "1fr 1fr}th,td{padding:.3rem .5rem}}\n",
    "@media print{main{max-width:none}pre,.box{max-height:none;overflow:visible}h2{break-after:"
    "avoid}figure,tr{break-inside:avoid}}\n",
    NULL};
