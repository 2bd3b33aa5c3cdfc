// SPDX-License-Identifier: MIT
// The bundler turns the packed engine into its bytes, and HTML into text.
declare module 'engine.wasm.gz' {
    const bytes: Uint8Array<ArrayBuffer>;
    export default bytes;
}
declare module '*.html' {
    const text: string;
    export default text;
}
declare module '*.css';
declare module 'examples' {
    const texts: Record<string, string>;
    export default texts;
}
