// What a file system says no with, in words: the code alone tells few people what is the matter.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'nothing can be made there',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'what it lies on is read-only',
  ENOTDIR: 'it lies in something that is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'a file has this name',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

/** `the disk is full (ENOSPC)`. */
export const reasonOf = (code: string): string => (reasons[code] === undefined ? code : `${reasons[code]} (${code})`)
