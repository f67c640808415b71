// Gives the memory of bytes back at once. The collector comes late for what is outside its heap: meanwhile small things that live for
// long are scattered behind such bytes, and the pages between them are lost to the system.

/** Smaller blocks are not worth the call, and Node's own pool, in which several share a block, has no more. */
const largeBytes = 65_536

const released = (block: ArrayBuffer): void => {
  try {
    // The oldest Node of the command line cannot do that.
    block.transfer?.(0)
  } catch {
    // The collector takes it.
  }
}

/** To be called where nobody reads these bytes any more, nor any others of their block. Afterwards they are empty; WebAssembly's memory stays. Never throws. */
export const releaseMemory = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > largeBytes) released(buffer)
}

/** The same of bytes that may share their block with others, which then is left to the collector. */
export const releaseOwnBlock = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) released(buffer)
}
