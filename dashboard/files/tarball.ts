// Files as a gzipped tar (POSIX ustar): the format in which npm takes packages. The same files are the same bytes.

import { gzipSync } from 'node:zlib'

export interface TarFile {
  /** At most 100 characters. */
  readonly path: string
  readonly text: string
  readonly isExecutable?: boolean
}

const block = 512

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

const headerOf = ({ path, isExecutable = false }: TarFile, size: number): Buffer => {
  const header = Buffer.alloc(block)
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, path],
    [100, octal(isExecutable ? 0o755 : 0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(0, 12)],
    // The checksum is counted with spaces in its own place.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\u000000'],
  ]
  for (const [offset, text] of fields) header.write(text, offset, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)} `, 148, 'latin1')
  return header
}

export const tarball = (files: readonly TarFile[]): Buffer => {
  const blocks = files.flatMap((file) => {
    const body = Buffer.from(file.text)
    return [headerOf(file, body.length), body, Buffer.alloc((block - (body.length % block)) % block)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block)]), { level: 9 })
}
