//! CSV and TSV: a header line, then rows of as many cells; nothing is padded or cut.

use super::{Complaint, Document, Place, Row, capped};
use crate::dataset::tree::Tree;
use crate::error::Issue;

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

pub(super) fn read(text: &str, delimiter: Option<u8>) -> Result<Document, Complaint> {
    let delimiter = delimiter.unwrap_or_else(|| sniff(text));
    open_quote(text, delimiter)?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let header = match records.next() {
        None => {
            return Ok(Document::Rows {
                rows: Vec::new(),
                table: true,
            });
        }
        Some(record) => record.map_err(|error| broken(&error))?,
    };
    let names: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    check_header(&names)?;
    let mut rows = Vec::new();
    let mut issues = Vec::new();
    for record in records {
        let record = record.map_err(|error| broken(&error))?;
        let place = Place::Line(record.position().map_or(0, csv::Position::line));
        if record.len() != names.len() {
            issues.push(ragged(&names, record.len()).at(place));
            continue;
        }
        let cells = names
            .iter()
            .cloned()
            .zip(record.iter().map(|cell| Tree::Text(cell.to_owned())));
        rows.push(Row {
            place,
            tree: Tree::Map(cells.collect()),
        });
    }
    if issues.is_empty() {
        Ok(Document::Rows { rows, table: true })
    } else {
        Err(Complaint::Bad(capped(issues)))
    }
}

fn ragged(names: &[String], found: usize) -> Issue {
    let wanted = names.len();
    let message = match names.get(found) {
        Some(missing) => format!(
            "the row has {found} cells, the header {wanted}: column {} (\"{missing}\") is missing",
            found + 1
        ),
        None => format!(
            "the row has {found} cells, the header {wanted}: column {} has no name; \
             a cell with the delimiter in it needs quotes",
            wanted + 1
        ),
    };
    Issue::new("dataset.ragged", message)
}

fn broken(error: &csv::Error) -> Complaint {
    Issue::new("dataset.syntax", error.to_string()).into()
}

/// Column names are short, plain and different; anything else is most likely a row.
fn check_header(names: &[String]) -> Result<(), Complaint> {
    let bad = |message: String| Err(Issue::new("dataset.header", message).at("line 1").into());
    for (index, name) in names.iter().enumerate() {
        let column = index + 1;
        if name.is_empty() {
            return bad(format!("column {column} has no name"));
        }
        if name.contains("{{") || name.contains('\n') || name.chars().count() > 80 {
            return bad(format!(
                "column {column} reads like content, not like a name: \
                 the first line must hold the column names"
            ));
        }
        if let Some(first) = names[..index].iter().position(|other| other == name) {
            return bad(format!(
                "columns {} and {column} have the same name \"{name}\"",
                first + 1
            ));
        }
    }
    Ok(())
}

/// The delimiter that occurs most often, outside quotes, in the first record.
fn sniff(text: &str) -> u8 {
    let mut counts = [0_usize; DELIMITERS.len()];
    let mut quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if quoted => {}
            _ => {
                if let Some(at) = DELIMITERS.iter().position(|&delimiter| delimiter == byte) {
                    counts[at] += 1;
                }
            }
        }
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let at = counts.iter().position(|&count| count == most).unwrap_or(0);
    DELIMITERS[at]
}

/// A quote that is never closed would swallow the rest of the file as one cell.
fn open_quote(text: &str, delimiter: u8) -> Result<(), Complaint> {
    let mut opened = None;
    let mut line = 1_u64;
    let mut cell_start = true;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        line += u64::from(byte == b'\n');
        match (byte, opened) {
            (b'"', Some(_)) => {
                if bytes.next_if_eq(&b'"').is_none() {
                    opened = None;
                }
                cell_start = false;
            }
            (b'"', None) if cell_start => opened = Some(line),
            (_, Some(_)) => {}
            (byte, None) => cell_start = byte == delimiter || byte == b'\n',
        }
    }
    match opened {
        None => Ok(()),
        Some(line) => Err(Issue::new(
            "dataset.syntax",
            "the quote that opens here is never closed",
        )
        .at(Place::Line(line))
        .into()),
    }
}
