// Checks one file in pieces, so that a large one never lies in memory as a whole, and keeps
// the check for looking at the records afterwards.

const PIECE = 4 * 1024 * 1024;

let last = null;

/** Reads `file` through the validator and answers with its report. */
export async function checkFile(skin, { file, keys, pack }, onprogress) {
  last?.free();
  last = null;
  const check = new skin.Check(keys ?? undefined, pack ?? undefined);
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = await file.slice(at, at + PIECE).arrayBuffer();
    check.feed(new Uint8Array(piece));
    onprogress(Math.min(1, (at + piece.byteLength) / file.size));
  }
  const answer = JSON.parse(check.finish(file.name ?? 'capture'));
  last = check;
  return answer;
}

/** Some of the records of the file that was checked last. */
export function records(_skin, { from, count, errorsOnly }) {
  return last ? JSON.parse(last.records(from, count, errorsOnly)) : { total: 0, from, records: [] };
}
