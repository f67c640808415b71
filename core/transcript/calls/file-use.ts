// What a tool call does with files, as far as that is certain: whatever it did beside stays open.

/** A file, or a part of one, that a result shows. */
export interface FilePart {
  /** As the call spells it. */
  readonly path: string
  /** Empty: all of it. Otherwise the same words mean the same part. */
  readonly part: string
}

export interface FileUse {
  readonly reads: readonly FilePart[]
  /** Whether its result shows nothing of other files. */
  readonly complete: boolean
  /** Those of which nothing is left as it was. */
  readonly writes: readonly string[]
  /** Relative paths in shells mean something else from here on, perhaps. */
  readonly moves: boolean
}

export const unknownUse: FileUse = { reads: [], complete: false, writes: [], moves: false }

/** The files that a patch makes or deletes; of those that it changes, an agent goes on quoting the rest. */
export const patchedFiles = (patch: string): readonly string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add File|Delete File): (\S.*)$/gm)].map(([, path = '']) => path.trimEnd())

export const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path)

/** Longer ones are not followed: a short call must not become long paths by the hundred. */
export const longestPath = 400
