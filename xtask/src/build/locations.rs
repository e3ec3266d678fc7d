//! Blanks the source locations in the wasm's data. Once panics are traps nobody
//! reads them, but wasm-opt sees data as one piece and cannot know. Zeros cost
//! nothing after deflate.
//!
//! A location is a pointer and a length that name exactly one path of a Rust
//! file, a line and a column; nothing else has that shape by chance.

use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, Module};

/// Lines and columns beyond these are something else.
const MOST_LINES: u32 = 200_000;
const MOST_COLUMNS: u32 = 1_000;
const LOCATION_BYTES: usize = 16;

/// A stretch of memory that the module fills: its address and its bytes.
type Segment = (usize, Vec<u8>);

/// Blanks every location and the paths they name; answers how many.
pub(crate) fn forget_locations(module: &mut Module) -> usize {
    let mut ids = Vec::new();
    let mut segments: Vec<Segment> = Vec::new();
    for data in module.data.iter() {
        ids.push(data.id());
        segments.push((address(&data.kind), data.value.clone()));
    }
    let found = locations(&segments);
    let count = found.len();
    for (place, path, length) in found {
        blank(&mut segments, place, LOCATION_BYTES);
        blank(&mut segments, path, length);
    }
    for (id, (_, bytes)) in ids.into_iter().zip(segments) {
        module.data.get_mut(id).value = bytes;
    }
    count
}

/// Address, address of the path, length of the path.
fn locations(segments: &[Segment]) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    for (start, bytes) in segments {
        let aligned = start.next_multiple_of(4) - start;
        let places = (aligned..bytes.len().saturating_sub(LOCATION_BYTES - 1)).step_by(4);
        for at in places {
            let word = |index: usize| {
                let from = at + index * 4;
                let mut word = [0; 4];
                word.copy_from_slice(&bytes[from..from + 4]);
                u32::from_le_bytes(word)
            };
            let (path, length) = (word(0) as usize, word(1) as usize);
            let plausible =
                (1..=MOST_LINES).contains(&word(2)) && (1..=MOST_COLUMNS).contains(&word(3));
            if plausible && bytes_at(segments, path, length).is_some_and(is_source_path) {
                found.push((start + at, path, length));
            }
        }
    }
    found
}

fn is_source_path(bytes: &[u8]) -> bool {
    bytes.len() > ".rs".len()
        && bytes.ends_with(b".rs")
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"/._-\\".contains(byte))
}

fn bytes_at(segments: &[Segment], address: usize, length: usize) -> Option<&[u8]> {
    segments.iter().find_map(|(start, bytes)| {
        let from = address.checked_sub(*start)?;
        bytes.get(from..from.checked_add(length)?)
    })
}

fn blank(segments: &mut [Segment], address: usize, length: usize) {
    for (start, bytes) in segments {
        if let Some(from) = address.checked_sub(*start)
            && let Some(part) = bytes.get_mut(from..from + length)
        {
            part.fill(0);
        }
    }
}

/// Where an active segment goes; a passive one goes nowhere we can know, which
/// is beyond every pointer.
fn address(kind: &DataKind) -> usize {
    match kind {
        DataKind::Active {
            offset: ConstExpr::Value(Value::I32(offset)),
            ..
        } => usize::try_from(*offset).unwrap_or(usize::MAX / 2),
        _ => usize::MAX / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(bytes: Vec<u8>) -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let offset = ConstExpr::Value(Value::I32(1000));
        module.data.add(DataKind::Active { memory, offset }, bytes);
        module
    }

    fn memory(words: [u32; 4]) -> Vec<u8> {
        let mut bytes = b"text src/lib.rs retry".to_vec();
        bytes.resize(24, b'!');
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }

    fn after(module: &Module) -> Vec<u8> {
        module.data.iter().next().unwrap().value.clone()
    }

    #[test]
    fn a_location_and_its_path_go_and_nothing_beside_them() {
        let mut module = module(memory([1005, 10, 7, 3]));
        assert_eq!(forget_locations(&mut module), 1);
        let mut expected = b"text \0\0\0\0\0\0\0\0\0\0 retry!!!".to_vec();
        expected.extend([0; 16]);
        assert_eq!(after(&module), expected);
    }

    #[test]
    fn what_only_looks_similar_stays() {
        for words in [
            [1005, 9, 7, 3],        // not the whole path
            [1000, 15, 7, 3],       // not only the path
            [1005, 10, 0, 3],       // no line
            [1005, 10, 7, 100_000], // no column
            [1005, 4000, 7, 3],     // beyond the data
        ] {
            let bytes = memory(words);
            let mut module = module(bytes.clone());
            assert_eq!(forget_locations(&mut module), 0, "{words:?}");
            assert_eq!(after(&module), bytes);
        }
    }
}
