//! Collecting a text that has a longest length: the room for it never
//! exceeds that, where doubling would take up to twice as much.

/// Appends `more`; the caller has seen that the whole stays within `limit`.
pub(crate) fn append(text: &mut Vec<u8>, more: &[u8], limit: usize) {
    let needed = text.len() + more.len();
    if needed > text.capacity() {
        let room = (text.capacity() * 2).min(limit).max(needed);
        text.reserve_exact(room - text.len());
    }
    text.extend_from_slice(more);
}

#[cfg(test)]
mod tests {
    use super::append;

    #[test]
    fn room_doubles_up_to_the_limit() {
        let mut text = Vec::new();
        for _ in 0..99 {
            append(&mut text, &[1; 10], 1000);
            assert!(text.capacity() <= 1000);
        }
        assert_eq!(text, [1; 990]);
    }
}
