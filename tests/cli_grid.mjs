// SPDX-License-Identifier: MIT
// The advice of `compare` against a grid: for each setting about 200 combinations of scheme, macro and micro method,
// steps, tolerance, window and phases are measured; the recommended command must need at most twice the force
// evaluations of the cheapest one with the same error or a smaller one. Closed averaged equations take no part: they are
// not methods but knowledge, and the advice names them apart. The recommended flags are typed in, too.
//   node cli_grid.mjs LENTO [first [last [most]]]    settings from 0 on, most: of the grid; one line each, the worst ratio
import { spawnSync } from 'node:child_process';

const lento = process.argv[2];
const first = Number(process.argv[3] ?? 0), last = Number(process.argv[4] ?? Infinity);
const most = Number(process.argv[5] ?? Infinity);
const LIMIT = 2;
const PER_CALL = 32; // methods of one call of compare

const ask = (...words) => {
    const got = spawnSync(lento, [...words, '--format', 'json', '--quiet'], { maxBuffer: 1 << 28 });
    if (got.status !== 0) throw new Error(`lento ${words.join(' ')}: ${got.stderr}`);
    return JSON.parse(got.stdout);
};
const accepted = (problem, words) => {
    const given = problem.includes('--until') ? problem.slice(0, problem.indexOf('--until')) : problem;
    return spawnSync(lento, ['compare', ...given, '--method', words, '--until', '1e-9', '--quiet']).status === 0;
};
const all = (...lists) => lists.reduce((rows, list) => rows.flatMap(r => list.map(x => `${r} ${x}`.trim())), ['']);

// Steps of direct runs: per radian of the fast motion.
const direct = omega => all(['scheme=direct'], ['macro=verlet', 'macro=rk4', 'macro=dop853', 'macro=kahan-li8'],
    [1, 0.5, 0.2, 0.08].map(x => `macro-step=${x / omega}`)).concat(
    all(['scheme=direct macro=ode45', 'scheme=direct macro=dop853'], [1e-4, 1e-6, 1e-8].map(x => `macro-tol=${x},${x / 1e3}`)));
const rods = omega => all(['scheme=direct'], ['macro=shake', 'macro=rattle/kahan-li8', 'macro=rattle/yoshida4'],
    [1, 0.5, 0.2, 0.08].map(x => `macro-step=${x / omega}`));
const forced = all(['scheme=async kernel=box periods=1'],
    ['macro=rk4', 'macro=yoshida4', 'macro=yoshida6', 'macro=kahan-li8'].flatMap(m => [10, 20, 40, 80, 160, 640].map(n => `${m} steps=${n}`))
        .concat([1e-3, 1e-5, 1e-7, 1e-9].map(x => `macro=dop853 macro-tol=${x},${x / 1e3}`)),
    ['micro=stormer-fitted micro-per-period=4', 'micro=verlet micro-per-period=20', 'micro=verlet micro-per-period=80'],
    ['phases=1', 'phases=2']).concat(all(['scheme=sync kernel=triangle periods=2'],
    ['macro=rk4 steps=20', 'macro=rk4 steps=80', 'macro=dop853 macro-tol=1e-5,1e-8'], ['micro=verlet micro-per-period=80', 'micro=rk4 micro-per-period=20']));
const chain = all(['scheme=async kernel=box periods=1'], ['macro=rattle', 'macro=rattle/yoshida4', 'macro=rattle/yoshida6', 'macro=rattle/kahan-li8'],
    [20, 40, 60, 80, 120, 160, 240, 320, 640].map(n => `steps=${n}`), ['micro=shake-fitted micro-per-period=4', 'micro=shake micro-per-period=20', 'micro=shake micro-per-period=80'], ['phases=1', 'phases=2']);
const stiff = all(['scheme=stiff'], ['macro=ode45', 'macro=dop853', 'macro=gbs'], [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8].map(x => `macro-tol=${x},${x / 1e3}`),
    ['kernel=notch', 'kernel=kaiser', 'kernel=exp1'], ['', 'adiabatic=yes', 'micro-per-period=12']);
const slow = eps => all(['scheme=slow'], ['macro=rk4 steps=2', 'macro=rk4 steps=5', 'macro=rk4 steps=10', 'macro=rk4 steps=20', 'macro=rk4 steps=40', 'macro=ode45 macro-tol=1e-4,1e-7', 'macro=dop853 macro-tol=1e-6,1e-9'],
    ['micro=rk4'].flatMap(m => [10, 20, 40].map(n => `${m} micro-step=${eps * 6.283 / n}`)), ['kernel=poly-1-8', 'kernel=exp1', 'kernel=cosine'],
    ['periods=3', 'periods=6', 'periods=12']);

const SETTINGS = [
    { problem: 'kapitza l=0.37 v=7 omega=3e4 Q0=1', grid: [...forced, ...direct(3e4)] },
    { problem: 'kapitza l=0.15 v=5 omega=3e3', grid: [...forced, ...direct(3e3)] },
    { problem: 'kapitza v=60 omega=1e6', grid: forced },
    { problem: 'kapitza omega=250 Q0=0.8', grid: [...forced, ...direct(250)] },
    { problem: 'vibrated omega=2e4 X1=0.7', grid: [...forced, ...direct(2e4)] },
    { problem: 'two-tone omega1=3e3 omega2=3e7 v1=4', grid: forced.map(m => m.replace(/(scheme|kernel|periods|micro|micro-per-period|phases)=(\S+)/g, '$1=$2,$2')).filter(m => !m.includes('verlet')) },
    { problem: 'chain omega=2e4 v=3 q1=0.7', grid: [...chain, ...rods(2e4)] },
    { problem: 'springs omega2=3000 px1=0.7', grid: [...stiff, ...direct(4243)] },
    { problem: 'springs masses=3 omega1=2500 omega2=1800 omega3=2 x2=1.6 y2=.8 x3=2.5 y3=.9 py1=.8 px2=.6 --until 4', grid: [...stiff, ...direct(4000)] },
    { problem: 'oscillators eps=3e-4 x3=0.8', grid: [...slow(3e-4), ...direct(3333)] },
    { problem: 'stellar eps=1e-3 x1=0.8 --until 3', grid: [...slow(1e-3 / 2), ...direct(2000)] },
    { problem: 'kapitza-poly eps=1e-4 theta0=0.3 --until 4', grid: [...slow(1e-4 / 6.283), ...direct(1e4)] },
];

let worst = 0, failures = 0;
for (const [index, setting] of SETTINGS.entries()) {
    if (index < first || index > last) continue;
    const problem = setting.problem.split(' ');
    const advice = ask('compare', ...problem), best = advice.rivals[advice.recommended];
    const error = best.error * advice.error_unit, work = best.force_evaluations;

    // typed in as it is printed
    const flags = advice.advice.match(/(--[a-z].*?)(?:: error|\): error)/)[1].split(' ');
    const typed = best.extrapolated ? null : ask('run', ...problem, ...flags, '--reference', advice.reference, '--no-estimate');
    const holds = !typed || (typed.error.max[advice.column] <= 1.01 * error + 1e-13 && typed.counts.force_evaluations <= work * 1.02);

    // what a build or a problem does not take is left out
    const every = Math.max(1, Math.ceil(setting.grid.length / most));
    const grid = [...new Set(setting.grid)].filter((words, i) => i % every === 0 && accepted(problem, words));
    let least = Infinity, which = '', measured = 0;
    for (let k = 0; k < grid.length; k += PER_CALL) {
        const some = grid.slice(k, k + PER_CALL);
        const d = ask('compare', ...problem, '--column', advice.column, '--reference', advice.reference, ...some.flatMap(m => ['--method', m]));
        for (const r of d.rivals) {
            measured += r.error === null ? 0 : 1;
            if (r.error !== null && r.message === '' && r.error * d.error_unit <= error && r.force_evaluations < least) {
                least = r.force_evaluations;
                which = `${r.method.scheme} ${r.method.macro} ${r.method.steps ?? ''} ${r.method.macro_tol ?? ''} ${r.method.micro ?? ''} ${r.method.micro_per_period ?? ''} ${r.method.kernel ?? ''} ${r.method.periods ?? ''}`;
            }
        }
    }
    const ratio = least < Infinity ? work / least : 0;
    worst = Math.max(worst, ratio);
    failures += ratio > LIMIT || !holds ? 1 : 0;
    console.log(`${index} ${setting.problem}: ratio ${ratio.toFixed(2)}; ${flags.join(' ')}: error ${best.error.toExponential(1)} with ${Math.round(work)}; `
        + `best of ${measured}: ${least < Infinity ? `${Math.round(least)} (${which.trim()})` : 'none as good'}${holds ? '' : '; DOES NOT HOLD when typed in'}`);
    if (!holds) console.log(`   typed: ${typed.error.max[advice.column]} with ${typed.counts.force_evaluations}, said: ${error} with ${work}`);
}
console.log(`worst ratio ${worst.toFixed(2)}, ${failures} failed`);
process.exit(failures > 0 ? 1 : 0);
