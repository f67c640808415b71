// The little of WebAssembly that the network needs, typed: Node's own types leave it out, and those of browsers bring the DOM.

declare namespace WebAssembly {
  class Memory {
    constructor(pages: { readonly initial: number })
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(binary: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: object
  }
}
