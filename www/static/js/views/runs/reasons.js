// Why an item has no score, in words. The codes are the server's.

const WORDS = {
  capture_error: 'no whole answer',
  no_reference: 'nothing to compare with',
  no_judge: 'no judge',
  unparseable: 'cannot be read',
  empty: 'judge said nothing',
  truncated: 'judge was cut off',
  refused: 'judge refused',
  rate_limited: 'judge was rate-limited',
  timeout: 'judge was too slow',
  transport: 'judge not reached',
  budget: 'budget of calls used up',
};

/** A reason in words; one that this page does not know stays as it is. */
export function reasonWords(reason) {
  return WORDS[reason] ?? reason;
}
