// SPDX-License-Identifier: MIT
// A picture with words under it, for keeping: what was computed belongs to what is seen.

const LINE = 18;
const EDGE = 10;
const FONT = '13px monospace';

/** As a data URL. @param {HTMLCanvasElement} picture @param {string[]} lines */
export function captioned(picture, lines) {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    if (!pen) {
        return '';
    }
    pen.font = FONT;
    // a long line is broken between words
    const broken = lines.flatMap((line) => {
        const rows = [''];
        for (const word of line.split(' ')) {
            const longer = `${rows[rows.length - 1]}${rows[rows.length - 1] ? ' ' : ''}${word}`;
            if (pen.measureText(longer).width > picture.width - 2 * EDGE) {
                rows.push(word);
            } else {
                rows[rows.length - 1] = longer;
            }
        }
        return rows;
    });
    canvas.width = picture.width;
    canvas.height = picture.height + LINE * broken.length + 2 * EDGE;
    const style = getComputedStyle(document.documentElement);
    pen.fillStyle = style.getPropertyValue('--solid');
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0);
    pen.font = FONT;
    pen.fillStyle = style.getPropertyValue('--ink');
    broken.forEach((row, i) => pen.fillText(row, EDGE, picture.height + EDGE + LINE * (i + 0.7)));
    return canvas.toDataURL('image/png');
}
