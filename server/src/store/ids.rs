//! Ids of what the store holds: UUIDs that sort by time, each kind a type of its own.

use std::fmt;

use serde::Serialize;
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, utoipa::ToSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// A new id.
            pub(crate) fn fresh() -> Self {
                Self(format!(concat!($prefix, "_{}"), Uuid::now_v7().simple()))
            }

            /// An id as a user or the store gives it; whether it exists is another question.
            #[must_use]
            pub fn from_text(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A run.
    RunId, "run"
);
id!(
    /// A provider.
    ProviderId, "prov"
);
id!(
    /// One state of a dataset.
    VersionId, "ver"
);
id!(
    /// A promised scoring.
    JobId, "job"
);

/// A new dataset id.
pub(super) fn fresh_dataset_id() -> String {
    format!("ds_{}", Uuid::now_v7().simple())
}
