// What runs are called.

/** The label, or page and dataset where there is none. */
export function title(run) {
  return run.label || [run.provider_name ?? 'Run', run.dataset_name].filter(Boolean).join(', ');
}

/** A, B, C … for the runs of a comparison. */
export function letter(at) {
  return String.fromCharCode(65 + (at % 26));
}
