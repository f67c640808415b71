// Types for the little of WebAssembly that is used here: Node's own types lack it, and those of browsers bring the DOM.

declare namespace WebAssembly {
  class Memory {
    constructor(pages: { readonly initial: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(binary: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: object
  }
}
