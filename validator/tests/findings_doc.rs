//! `docs/findings.md` is written from the registry; this notices when it is stale.
//! `UPDATE_DOCS=1 cargo test -p eval752-validator --test findings_doc` writes it.

use eval752_validator::finding::{codes, explain};

#[test]
fn the_document_is_what_the_registry_says() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/findings.md");
    let expected = explain::markdown();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &expected).expect("docs is writable");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "docs/findings.md is stale: run this test with UPDATE_DOCS=1"
    );
}

#[test]
fn every_code_that_the_contract_reports_is_registered() {
    use eval752_contract::json::SyntaxKind as S;
    use eval752_contract::origin::Origin;
    use eval752_contract::problem::Reason as R;
    use eval752_contract::token::TokenError as T;
    let text = String::new;
    let origin = Origin::new("x").expect_err("no origin");
    let mut ids: Vec<&str> = [
        R::Type {
            expected: "",
            found: "",
        },
        R::Missing(""),
        R::Unknown(text()),
        R::Integer,
        R::Empty,
        R::Format(text()),
        R::Time,
        R::Origin(origin),
        R::Slug,
        R::Digest,
        R::Role(text()),
        R::Word(""),
        R::NoItems,
        R::MoreErrorsThanItems,
        R::NoResult,
        R::EmptyResponse,
        R::ErrorCode,
        R::TimeOrder,
        R::Latency {
            stated_ms: 0,
            elapsed_ms: 0,
        },
        R::Repeated(text()),
        R::Mismatch(""),
    ]
    .iter()
    .map(R::code)
    .collect();
    ids.extend(
        [
            S::ByteOrderMark,
            S::ExpectedValue,
            S::LoneSurrogate,
            S::InvalidUtf8,
            S::BadNumber,
            S::DuplicateKey,
            S::TooDeep,
        ]
        .map(S::code),
    );
    let errors = [
        T::Shape,
        T::Header(text()),
        T::Claims(Vec::new()),
        T::UnknownKey(text()),
        T::Signature,
        T::KeyFile(""),
    ];
    ids.extend(errors.iter().map(T::code));
    for id in ids {
        assert!(codes::find(id).is_some(), "{id} is not in the registry");
    }
}
