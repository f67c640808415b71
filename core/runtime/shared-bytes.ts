// Bounds how many bytes all holders of one kind keep together in a process. Beyond that, the one that began first is dropped: an honest one
// has ended long before.

export interface BytesShare {
  /** Counts more bytes. The caller itself may be dropped for them. */
  grow(bytes: number): void
  /** Stops counting them. */
  end(): void
}

export interface SharedBytes {
  /** Calls `drop`, once at most, when this one must go. Its bytes are not counted any more then. */
  begin(drop: () => void): BytesShare
}

export const sharedBytes = (mostBytes: number): SharedBytes => {
  // In the order in which they began.
  const held = new Set<{ bytes: number; readonly drop: () => void }>()
  let total = 0
  return {
    begin(drop) {
      const share = { bytes: 0, drop }
      held.add(share)
      return {
        grow(bytes) {
          // What is no longer counted would never be counted off.
          if (!held.has(share)) return
          share.bytes += bytes
          total += bytes
          for (const first of held) {
            if (total <= mostBytes) return
            held.delete(first)
            total -= first.bytes
            first.drop()
          }
        },
        end() {
          if (held.delete(share)) total -= share.bytes
        },
      }
    },
  }
}
