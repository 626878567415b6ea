/** Tables whose rows are blocks, with the heads as labels: those of a few columns on a phone, those of many on a tablet too. */
const folded = (tables: string): string =>
  `${tables} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } ${tables} tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--edge); } ${tables} td, ${tables} td.number { display: grid; grid-template-columns: 108px 1fr; gap: 10px; border: 0; padding: 2px 0; text-align: left; white-space: normal; overflow-wrap: anywhere; } ${tables} td.brief { white-space: nowrap; } ${tables} td:empty { display: none; } ${tables} tbody th { display: block; border: 0; padding: 2px 0; color: var(--ink); font-weight: 650; } ${tables} td::before { content: attr(data-label); color: var(--soft); font-size: 13px; }`;

/** The report's style sheet: system fonts, light and dark, paper. Every text color has a contrast of 4.5 : 1 or more. */
export const STYLE = `
:root { color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f7fa; --ink: #16202e; --soft: #4a5768; --edge: #d5dce5; --link: #0b5cad;
  --error: #b3261e; --error-bg: #fdeeed; --warning: #8a5300; --warning-bg: #fff5e2; --info: #1d5fa8; --info-bg: #ebf3fc;
  --ok: #19703f; --ok-bg: #e9f7ef; --bar: #3b78c3; --band: #3b78c3;
  --s0: #3b78c3; --s1: #e08a2e; --s2: #4c9f70; --s3: #9067c6; --s4: #d1596b; --s5: #7f8b99; --s6: #2fa3a8; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #10161f; --panel: #19222e; --ink: #e8edf4; --soft: #aab6c5; --edge: #31404f; --link: #7fb6f5;
  --error: #ff9a92; --error-bg: #3a1c1b; --warning: #f3c067; --warning-bg: #36290f; --info: #8fc1fb; --info-bg: #16293f;
  --ok: #7fd6a2; --ok-bg: #12301f; --bar: #5f9be6; --band: #5f9be6;
  --s0: #5f9be6; --s1: #eda052; --s2: #63ba89; --s3: #ac88dd; --s4: #e57a8a; --s5: #93a0af; --s6: #4bbdc2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main, header, footer { max-width: 1060px; margin: 0 auto; padding: 0 28px; }
header { padding-top: 36px; }
h1 { font-size: 27px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 19px; margin: 44px 0 14px; padding-bottom: 6px; border-bottom: 1px solid var(--edge); }
h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 10px; }
a { color: var(--link); overflow-wrap: anywhere; }
code { font: 13px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.summary { color: var(--soft); }
.verdict { display: flex; gap: 16px; align-items: center; margin: 20px 0 0; padding: 16px 20px; border-radius: 8px; border-left: 6px solid; }
.verdict strong { font-size: 19px; display: block; line-height: 1.3; }
.verdict svg { flex: none; width: 34px; height: 34px; fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.verdict span { color: var(--ink); }
.not-ready { color: var(--error); background: var(--error-bg); border-color: var(--error); }
.ready-with-warnings { color: var(--warning); background: var(--warning-bg); border-color: var(--warning); }
.ready { color: var(--ok); background: var(--ok-bg); border-color: var(--ok); }
.numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(222px, 1fr)); gap: 12px; margin: 0; }
.numbers div { background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: 12px 16px; }
.numbers dt { color: var(--soft); font-size: 13px; }
.numbers dd { margin: 0; }
.numbers .figure { font-size: 21px; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; }
.numbers .note { color: var(--soft); font-size: 13px; }
.finding { border: 1px solid var(--edge); border-left: 5px solid; border-radius: 8px; padding: 14px 18px; margin: 0 0 12px; background: var(--panel); break-inside: avoid; }
.finding.error { border-left-color: var(--error); } .finding.warning { border-left-color: var(--warning); } .finding.info { border-left-color: var(--info); }
.finding header, .finding summary.head { padding: 0; margin: 0 0 8px; max-width: none; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
h4 { font-size: 15px; font-weight: 650; margin: 0; } .severity { margin: 18px 0 10px; }
.tag { font-size: 12px; font-weight: 650; padding: 1px 9px; border-radius: 10px; }
.error .tag { color: var(--error); background: var(--error-bg); } .warning .tag { color: var(--warning); background: var(--warning-bg); } .info .tag { color: var(--info); background: var(--info-bg); }
.where { color: var(--soft); }
.finding dl { font-size: 14px; display: grid; grid-template-columns: 72px 1fr; gap: 3px 12px; margin: 0; }
.finding dt { color: var(--soft); } .finding dd { margin: 0; overflow-wrap: anywhere; }
.finding .fix { font-weight: 600; }
.finding td:first-child code { white-space: nowrap; }
details { margin-top: 8px; } summary { cursor: pointer; color: var(--soft); font-size: 14px; }
details p { margin: 8px 0 0; }
.finding.info > details { margin: 0; } .finding summary.head { margin: 0; color: var(--ink); } .finding summary.head::before { content: "\\25B6"; font-size: 11px; color: var(--soft); } .finding details[open] > summary.head { margin: 0 0 8px; } .finding details[open] > summary.head::before { content: "\\25BC"; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 18px; align-items: start; }
.chart { margin: 0; background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: 14px 18px; break-inside: avoid; }
figcaption { font-weight: 650; margin-bottom: 10px; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; font-variant-numeric: tabular-nums; }
.plot { max-width: 460px; }
svg .value { fill: var(--soft); }
.bar { fill: var(--bar); } .grid { stroke: var(--edge); } .band { fill: var(--band); opacity: 0.2; }
.curve { fill: none; stroke: var(--bar); stroke-width: 2.5; stroke-linejoin: round; } .dot { fill: var(--bar); }
.ideal { stroke: var(--soft); stroke-dasharray: 5 5; } .limit { stroke: var(--error); stroke-width: 2.5; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .s6 { fill: var(--s6); }
.diagram, .nodes { max-width: 960px; } .zone { fill: none; stroke: var(--soft); stroke-dasharray: 6 5; } .z1 { stroke: var(--edge); stroke-dasharray: none; } .place { fill: var(--soft); }
.box { fill: var(--panel); stroke: var(--soft); stroke-width: 1.3; } svg .name { font-weight: 650; }
.pool { stroke: var(--s0); stroke-width: 2; } .scheduler { stroke: var(--s3); stroke-width: 2; } .storage, .bucket { stroke: var(--s2); stroke-width: 2; }
.wire { fill: none; stroke: var(--soft); stroke-width: 1.6; } .box.limits, .wire.limits { stroke: var(--error); stroke-width: 3.5; } .limiting { color: var(--error); font-weight: 600; margin-top: 10px; }
.label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; } svg .label, svg .small { font-size: 12.5px; fill: var(--soft); }
.pin circle { fill: var(--warning-bg); stroke: var(--warning); stroke-width: 2; } .pin.error circle { fill: var(--error-bg); stroke: var(--error); } .pin text { font-weight: 700; font-size: 13px; fill: var(--warning); } .pin.error text { fill: var(--error); }
.unused { fill: var(--edge); } .card { stroke: var(--soft); } .card.fabric { fill: var(--s0); } .card.ip { fill: var(--s1); } .card.both { fill: var(--s4); } .card.unused { fill: var(--panel); }
figure { margin: 26px 0 0; } .insides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 18px; } .inside { max-width: 460px; }
.narrow { display: none; } svg.narrow { max-width: 420px; margin: 0 auto; } p.note { color: var(--soft); font-size: 13px; margin: 8px 0 0; }
.chip { display: inline-block; margin-left: 8px; padding: 1px 10px; border-radius: 10px; font-size: 13px; font-weight: 650; text-decoration: none; } .identity { color: var(--soft); font-size: 13px; } nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 16px 0 0; padding: 8px 0; border-block: 1px solid var(--edge); font-size: 13px; }
.targets { display: grid; grid-template-columns: repeat(auto-fill, minmax(184px, 1fr)); gap: 12px; }
.target { background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: 12px 16px; break-inside: avoid; } .target .what { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: flex-start; gap: 2px 8px; }
.target .figure { font-size: 21px; font-weight: 650; font-variant-numeric: tabular-nums; } .target .note { color: var(--soft); font-size: 13px; }
.met .tag { color: var(--ok); background: var(--ok-bg); } .borderline .tag { color: var(--warning); background: var(--warning-bg); } .missed .tag { color: var(--error); background: var(--error-bg); }
.track { fill: var(--edge); } .reach.met { fill: var(--ok); } .reach.borderline { fill: var(--warning); } .reach.missed { fill: var(--error); } .range { fill: var(--ink); opacity: 0.22; }
.strip { width: 100%; } .strip line { vector-effect: non-scaling-stroke; } .row { margin: 0 0 10px; } .row .what { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; font-size: 14px; } .row .figure { font-variant-numeric: tabular-nums; } .chart .note { color: var(--soft); font-size: 13px; }
.better { fill: var(--s2); } .worse { fill: var(--s1); } .base { stroke: var(--ink); stroke-width: 2; } .timeline { padding-bottom: 8px; } .run { fill: var(--bar); } .span { fill: var(--ink); opacity: 0.22; } .block { fill: var(--s3); } .block.open { opacity: 0.6; } .saves { fill: var(--s2); } .failures { fill: var(--s4); } .failure { stroke: var(--s4); stroke-width: 2.5; }
.axis { display: flex; justify-content: space-between; color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; } .key.limit { background: var(--error); width: 3px; margin: 0 13px 0 4px; } .legend { list-style: none; padding: 0; margin: 10px 0 0; font-size: 14px; } .legend li { margin: 0 0 3px; } .key { display: inline-block; width: 12px; height: 12px; border-radius: 2px; margin-right: 8px; print-color-adjust: exact; -webkit-print-color-adjust: exact; } .ks0 { background: var(--s0); } .ks1 { background: var(--s1); } .ks2 { background: var(--s2); } .ks3 { background: var(--s3); } .ks4 { background: var(--s4); } .ks5 { background: var(--s5); } .ks6 { background: var(--s6); }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; margin: 26px 0 0; } .sign div { border-bottom: 1px solid var(--soft); min-height: 52px; } .sign dt { color: var(--soft); font-size: 13px; } .sign dd { margin: 0; }
.scroll { overflow-x: auto; } .many td, .many th { padding-right: 10px; } .tables { margin-top: 26px; } .best { color: var(--ok); } .brief { white-space: nowrap; } header + main > .charts { margin-top: 18px; } body:has(.many) > * { max-width: 1320px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 7px 12px 7px 0; border-bottom: 1px solid var(--edge); }
th { color: var(--soft); font-weight: 600; } td.number, th.number { text-align: right; padding-right: 22px; font-variant-numeric: tabular-nums; }
ul { padding-left: 20px; margin: 0; } li { margin: 0 0 7px; }
.source { color: var(--soft); font-size: 13px; }
footer { color: var(--soft); font-size: 13px; padding-top: 30px; padding-bottom: 40px; }
@media screen and (max-width: 700px) { th, td { overflow-wrap: anywhere; } .finding td:first-child code { white-space: normal; } ${folded(".folds")}
  .charts { grid-template-columns: 1fr; } .wide { display: none; } .narrow { display: block; } .sign { grid-template-columns: 1fr; } main, header, footer { padding-left: 16px; padding-right: 16px; } }
@media screen and (max-width: 1000px) { ${folded(".many")} }
@page wide { size: landscape; }
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #3d4753; --edge: #b9c2cc; --link: #000;
    --error: #9c1c15; --error-bg: #fff; --warning: #744600; --warning-bg: #fff; --info: #134b86; --info-bg: #fff; --ok: #125a31; --ok-bg: #fff;
    --bar: #3b78c3; --band: #3b78c3; --s0: #3b78c3; --s1: #e08a2e; --s2: #4c9f70; --s3: #9067c6; --s4: #d1596b; --s5: #7f8b99; --s6: #2fa3a8; }
  body { font-size: 10pt; } main, header, footer { max-width: none; padding: 0 1px; } footer { padding-top: 16px; }
  .numbers { grid-template-columns: repeat(4, 1fr); gap: 6px; } .numbers div { padding: 6px 10px; break-inside: avoid; }
  .numbers .figure { font-size: 13pt; } .numbers dt, .numbers .note, .source { font-size: 8.5pt; }
  .finding { padding: 8px 12px; margin: 0 0 8px; } .finding p { margin: 4px 0; } th, td { padding-top: 4px; padding-bottom: 4px; }
  rect, path, circle { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, h2 + p, thead { break-after: avoid; } .verdict, tr, .row, p, li { break-inside: avoid; } .tables:has(.many), .tables:has(.many) ~ p, main:has(.many) ~ footer { page: wide; } details::details-content { content-visibility: visible; block-size: auto; }
  .row { margin: 0 0 4px; } .row .what, .legend, table { font-size: 9pt; } table.many { font-size: 8pt; } .many td, .many th { padding-top: 2px; padding-bottom: 2px; } .chart { padding: 8px 12px; } figcaption { margin-bottom: 4px; }
  summary { list-style: none; font-size: 9pt; } .finding summary.head::before { display: none; }
  .charts { display: block; columns: 2; column-gap: 12px; } .charts .chart { margin: 0 0 12px; } nav { display: none; } .wide { display: block; } .narrow { display: none; } .chip, .tag { border: 1px solid; } .targets { grid-template-columns: 1fr 1fr; } .target { padding: 6px 10px; } figure { break-inside: avoid; margin-top: 12px; } .inside { max-width: 320px; } h2 { margin-top: 24px; } }
`;
