// SPDX-License-Identifier: MIT
// The bundler turns the engine into its bytes.
declare module 'engine.wasm' {
    const bytes: Uint8Array<ArrayBuffer>;
    export default bytes;
}
