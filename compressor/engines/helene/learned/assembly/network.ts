// The network of helene-1 in WebAssembly SIMD: whole numbers only, the same as plain-network.ts adds up, sixteen at a time.
// AssemblyScript; built by scripts/build-webassembly.ts. All addresses are the caller's business.

const width = 16
const hidden = 16

function clipped(sum: v128): v128 {
  return i16x8.min_s(i16x8.max_s(sum, i16x8.splat(-127)), i16x8.splat(127))
}

/** Sums the rows of each part: `features` holds `each` row numbers (u16) for each of `count` parts, `sums` gets 16 i16 for each. */
export function sumRows(features: usize, count: i32, each: i32, table: usize, sums: usize): void {
  for (let part = 0; part < count; part++) {
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    for (let feature = 0; feature < each; feature++) {
      const row = v128.load(table + <usize>load<u16>(features) * width)
      low = i16x8.add(low, i16x8.extend_low_i8x16_s(row))
      high = i16x8.add(high, i16x8.extend_high_i8x16_s(row))
      features += 2
    }
    v128.store(sums, clipped(low))
    v128.store(sums, clipped(high), 16)
    sums += width * 2
  }
}

function passed(before: v128, shift: i32, out: usize): v128 {
  const after = i32x4.min_s(i32x4.shr_s(i32x4.max_s(before, i32x4.splat(0)), shift), i32x4.splat(32767))
  return i32x4.mul(after, v128.load(out))
}

/**
 * Scores (i32) of `count` parts. `windows` points at the first sum of the first part's window of `pairs` pairs of sums;
 * `weights` holds, pair by pair, 16 hidden units of two i16 each; `biases` and `outs` 16 i32, `directs` 16 i16.
 */
export function score(
  windows: usize,
  centre: usize,
  count: i32,
  pairs: i32,
  weights: usize,
  biases: usize,
  outs: usize,
  directs: usize,
  shift: i32,
  scores: usize,
): void {
  const direct0 = v128.load(directs)
  const direct1 = v128.load(directs, 16)
  for (let part = 0; part < count; part++) {
    let hidden0 = v128.load(biases)
    let hidden1 = v128.load(biases, 16)
    let hidden2 = v128.load(biases, 32)
    let hidden3 = v128.load(biases, 48)
    let input = windows
    let weight = weights
    for (let pair = 0; pair < pairs; pair++) {
      const two = v128.load32_splat(input)
      hidden0 = i32x4.add(hidden0, i32x4.dot_i16x8_s(two, v128.load(weight)))
      hidden1 = i32x4.add(hidden1, i32x4.dot_i16x8_s(two, v128.load(weight, 16)))
      hidden2 = i32x4.add(hidden2, i32x4.dot_i16x8_s(two, v128.load(weight, 32)))
      hidden3 = i32x4.add(hidden3, i32x4.dot_i16x8_s(two, v128.load(weight, 48)))
      input += 4
      weight += hidden * 4
    }
    const upper = i32x4.add(passed(hidden0, shift, outs), passed(hidden1, shift, outs + 16))
    const lower = i32x4.add(passed(hidden2, shift, outs + 32), passed(hidden3, shift, outs + 48))
    const own0 = i32x4.dot_i16x8_s(v128.load(centre), direct0)
    const own1 = i32x4.dot_i16x8_s(v128.load(centre, 16), direct1)
    const all = i32x4.add(i32x4.add(upper, lower), i32x4.add(own0, own1))
    const total =
      i32x4.extract_lane(all, 0) + i32x4.extract_lane(all, 1) + i32x4.extract_lane(all, 2) + i32x4.extract_lane(all, 3)
    store<i32>(scores, total)
    scores += 4
    windows += width * 2
    centre += width * 2
  }
}
