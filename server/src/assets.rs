//! The page and the capture runtime, as they were when this program was built.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));
