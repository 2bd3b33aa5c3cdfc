/* SPDX-License-Identifier: MIT
 * How the page of a report looks. */
#include "print/report.h"

const char paper_report_style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:1180px;margin:0 auto;padding:1rem 1.5rem;"
    "color:#1c2733;background:#fff}\n"
    "h1{font-size:2rem;margin:.5rem 0}h2{margin-top:2.5rem;border-bottom:2px solid #0072b2;"
    "padding-bottom:.2rem}h3{margin-top:1.8rem}\n"
    ".lead{font-size:1.25rem;background:#eef6fb;border-left:6px solid #0072b2;padding:.8rem 1rem}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0}\n"
    "th,td{padding:.18rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid #e3e8ee}"
    "th{background:#f4f6f8;position:sticky;top:0}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "tr.agrees .v{color:#00694b}tr.differs .v{color:#a84300;font-weight:600}"
    "tr.computed .v{color:#5b6b7b}\n"
    "tr.wrong,td.wrong,p.wrong{background:#ffe1dc}\n"
    ".badge{font-size:.75rem;padding:.1rem .5rem;border-radius:1rem;margin-left:.3rem;"
    "background:#e8ecf0}\n"
    ".badge.agrees{background:#d5f0e6}.badge.differs{background:#fde3d1}.badge.wrong{"
    "background:#ff9d8a}\n"
    "details{margin:.6rem 0}summary{cursor:pointer;padding:.3rem .5rem;background:#f4f6f8}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:1rem}\n"
    "figure{margin:0;border:1px solid #e3e8ee;padding:.5rem}figure svg{width:100%;height:auto}"
    "figcaption{font-size:.85rem;padding:.3rem .5rem}\n"
    ".errata td{max-width:24rem}a{color:#005a8c}footer{margin-top:3rem;color:#5b6b7b}\n"
    "@media print{details{break-inside:auto}th{position:static}}\n";
