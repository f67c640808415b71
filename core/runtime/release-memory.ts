// Gives the memory of bytes back at once. The collector comes late for what is outside its heap: meanwhile small things that live for
// long are scattered behind such bytes, and the pages between them are lost to the system.

/** Smaller blocks are not worth the call, and Node's own pool, in which several share a block, has no more. */
const largeBytes = 65_536

/** To be called where nobody reads these bytes any more, nor any others of their block. Afterwards they are empty; WebAssembly's memory stays. Never throws. */
export const releaseMemory = ({ buffer }: Uint8Array): void => {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength <= largeBytes) return
  try {
    // The oldest Node of the command line cannot do that.
    buffer.transfer?.(0)
  } catch {
    // The collector takes it.
  }
}
